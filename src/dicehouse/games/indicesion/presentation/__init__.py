"""Show and describe inDICEsion: options, views, words."""
