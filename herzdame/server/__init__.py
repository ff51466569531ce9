"""Tables that people share over a network: nothing is lost, and nothing is told to whom it is not meant for."""
