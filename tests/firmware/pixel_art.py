"""A picture written as text."""


def art(image, width, height):
    """Write the top left of a picture as rows of # and dots."""
    pixels = image.load()
    rows = ("".join(".#"[pixels[x, y] > 0] for x in range(width)) for y in range(height))
    return "\n".join(rows) + "\n"
