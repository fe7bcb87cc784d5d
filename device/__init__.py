"""zapato: a Punto Banco table that reads its shoe, knows the rules and keeps a record nobody can quietly change."""

__version__ = "0.1.0"
