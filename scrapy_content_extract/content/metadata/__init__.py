"""Page → Metadata: what a page declares about itself, and what stands next to its title."""
