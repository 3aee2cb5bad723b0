"""The test of the tester: every deliberately wrong engine must be killed by a law and blamed on its fault.

A mutant is wrong in exactly one way and says which law must find it and who is to blame. It is
*killed* by the law that most of its broken cases name as the deepest; a crash is no kill.
"""
