"""The appliance: cards in, score on the display."""
