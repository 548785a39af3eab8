// Run by Node in a folder that holds boardgame.io: simulations a second of its MCTS in Pig, as a line of JSON.
//
//     node boardgame_rate.cjs FOLDER SIMULATIONS SEED

const [folder, simulations, seed] = process.argv.slice(2);
const need = require("module").createRequire(folder + "/");
const { MCTSBot } = need("boardgame.io/ai");
const { InitializeGame } = need("boardgame.io/internal");

const pig = {
  seed,
  setup: () => ({ totals: [0, 0], points: 0 }),
  moves: {
    roll: ({ G, random, events }) => {
      const face = random.D6();
      G.points = face === 1 ? 0 : G.points + face;
      if (face === 1) events.endTurn();
    },
    bank: ({ G, ctx, events }) => {
      G.totals[ctx.currentPlayer] += G.points;
      G.points = 0;
      events.endTurn();
    },
  },
  endIf: ({ G }) => {
    const winner = G.totals.findIndex((total) => total >= 100);
    if (winner >= 0) return { winner: String(winner) };
  },
};

function enumerate(G) {
  const roll = { move: "roll", args: [] };
  return G.points > 0 ? [roll, { move: "bank", args: [] }] : [roll];
}

async function main() {
  const iterations = Number(simulations);
  const bot = new MCTSBot({ game: pig, enumerate, seed, iterations, playoutDepth: 100_000 });
  const state = InitializeGame({ game: pig, numPlayers: 2 });
  const began = process.cpuUsage();
  await bot.play(state, "0");
  const { user, system } = process.cpuUsage(began);
  const { version } = need("boardgame.io/package.json");
  console.log(JSON.stringify({ rate: iterations / ((user + system) / 1e6), version }));
}

main();
