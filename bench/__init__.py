"""What the design promises, measured."""
