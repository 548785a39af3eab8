"""inDICEsion (5Stack): real throws of simulated foam dice at foam boards, in three games, with barrels and powers."""
