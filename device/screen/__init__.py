"""The screens: pure scenes and texts from a view and a language's words, and the processes that show them."""

import os

# pygame greets on standard output when it is first imported, and standard output belongs to JSON.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
