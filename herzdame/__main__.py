"""`python -m herzdame`."""

from herzdame.cli.main import main

main()
