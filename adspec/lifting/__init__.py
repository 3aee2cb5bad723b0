"""Lifting: a user's function, read as equations over balls, so that its truth comes from itself.

One front end per kind of function, each importing its engine on first use.
"""
