"""Players made of code.  A bot is given what its seat may see, and nothing else."""
