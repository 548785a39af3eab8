"""Show and describe Baron Voodoo: options, views, words."""
