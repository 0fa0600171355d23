// The peer of benchmarks/server.py: Rummikub's state and moves on boardgame.io, kept in memory.
// Secrets are stripped by playerView. No move is checked for valid melds: that favours this side.
const { Server } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');

const bag = ['k', 'b', 'o', 'r']
  .flatMap((colour) => Array.from({ length: 13 }, (_, i) => `${colour}${i + 1}`))
  .flatMap((tile) => [tile, tile])
  .concat(['j', 'j']);

function deal(random, seats) {
  const pool = random.Shuffle(bag);
  const racks = Array.from({ length: seats }, () => pool.splice(0, 14));
  return { pool, racks, table: [], opened: racks.map(() => false) };
}

const rummikub = {
  name: 'rummikub',
  disableUndo: true,
  setup: ({ ctx, random }) => deal(random, ctx.numPlayers),
  playerView: ({ G, playerID }) => ({
    table: G.table,
    opened: G.opened,
    pool: G.pool.length,
    counts: G.racks.map((rack) => rack.length),
    rack: playerID === null ? null : G.racks[Number(playerID)],
  }),
  moves: {
    draw: ({ G, playerID }) => {
      if (G.pool.length === 0) return INVALID_MOVE;
      G.racks[Number(playerID)].push(G.pool.pop());
    },
    lay: ({ G, playerID, events }, table, laid) => {
      const rack = G.racks[Number(playerID)];
      for (const tile of laid) {
        const at = rack.indexOf(tile);
        if (at < 0) return INVALID_MOVE;
        rack.splice(at, 1);
      }
      G.table = table;
      G.opened[Number(playerID)] = true;
      events.endTurn();
    },
    redeal: ({ ctx, random }) => deal(random, ctx.numPlayers),
  },
};

const server = Server({ games: [rummikub], origins: [/.*/] });
server.run({ port: Number(process.argv[2]), callback: () => console.log('listening') });
