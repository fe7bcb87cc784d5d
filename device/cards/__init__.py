"""Packs of marked cards: the site's secret, the registry of packs, printing, enrolling, checking, inspecting."""
