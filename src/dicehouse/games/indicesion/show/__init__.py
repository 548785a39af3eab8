"""How inDICEsion is shown and told: options, views, words."""
