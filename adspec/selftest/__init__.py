"""The test of the tester: every deliberately wrong engine must be killed by a law and blamed on its fault.

A mutant is wrong in exactly one way and says which law must find it and who is to blame. It is
*killed* by a law that is the deepest broken one on some case; a crash is no kill.
"""
