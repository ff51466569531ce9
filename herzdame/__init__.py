"""Herzdame: five court-and-hearts games to play, study and program."""

__version__ = "0.1.0"
