"""The test of the tester: every deliberately wrong engine must be killed by a law and blamed on its fault.

A mutant is wrong in exactly one way and says which law must find it and who is to blame. It is
*killed* by the deepest law that its first broken case breaks by an answer; a crash is no kill.
"""
