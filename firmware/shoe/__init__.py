"""The shoe board's program: gates, reader, memory of events, lamps. `shoe.shoe` puts the parts together."""

VERSION = "0.1.0"
