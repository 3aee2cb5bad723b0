"""The pytest plugin: laws as tests of one engine."""
