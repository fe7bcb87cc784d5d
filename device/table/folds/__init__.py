"""One small function an event: the next state, and no rule of the game. `evolve` calls them by the registry."""
