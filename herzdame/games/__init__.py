"""One folder a game; being here is all it takes to be found."""
