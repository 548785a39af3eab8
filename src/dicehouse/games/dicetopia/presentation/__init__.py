"""Show and describe Dicetopia: options, views, words."""
