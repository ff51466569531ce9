"""The command line: one file a command, texts in four languages."""
