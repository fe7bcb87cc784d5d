"""The table, pure: commands become events, events become state, state becomes views; nothing here reads a clock.

Start with `decide` (what happens) and `evolve` (what then is); both never raise for anything that can happen at a
table.
"""
