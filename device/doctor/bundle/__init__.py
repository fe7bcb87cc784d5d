"""The diagnostics bundle: what a maker needs to understand a fault, and nothing that must stay at the table.

Theory of operation. Nothing is copied: each member is made for the bundle from values that are known to be harmless
(findings, settings as they were understood, statistics of closed shoes, incidents by kind and time). What is free
text (logs, sentences of other parts) goes through `scrub`, which takes out whatever has the shape of a card, a code, a
tag, a PIN or a key. At last `needles` looks whether any secret of this very machine is in a member, in any of the
usual spellings, and such a member is left out.
"""
