// Plays a whole game against bots: a client of `cardgames serve` in Node.js 18 or newer, without packages.
//
//   node examples/serve_client.mjs "triplets(num_players=3)" --bot greedy --python .venv/bin/python
//
// Seat 0 is played here, by the words of its legal actions; each other one by a bot of the server.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";

const USAGE = `usage: node serve_client.mjs [GAME] [--bot BOT] [--python PYTHON]

Plays a whole game against bots: seat 0 at random, the others by a bot.

  GAME             the game, such as "triplets(num_players=3)"; default: bottle_imp
  --bot BOT        the bot, such as ismcts:200; default: greedy
  --python PYTHON  the Python that has cardgames with its extra serve; default: python3
  -h, --help       print this, and end`;

/** Starts the server as a child process and gives a function that sends a request and awaits its reply. */
function startServer(python) {
  const server = spawn(python, ["-m", "cardgames.serve"], { stdio: ["pipe", "pipe", "inherit"] });
  const waiting = []; // replies come in the order of the requests
  let answered = 0;
  createInterface({ input: server.stdout }).on("line", (line) => {
    answered += 1;
    const { resolve, reject } = waiting.shift();
    const reply = JSON.parse(line);
    if (reply.type === "error") reject(new Error(`${reply.error.code}: ${reply.error.message}`));
    else resolve(reply);
  });
  const fail = (reason) => waiting.splice(0).forEach(({ reject }) => reject(new Error(reason)));
  const none = (reason) =>
    fail(`the server cannot be started: ${reason}; --python names the Python that has cardgames`);
  server.on("error", (error) => none(error.message));
  server.stdout.on("end", () => (answered ? fail("the server has ended") : none(`${python} has ended`)));
  server.stdin.on("error", () => {}); // told by the two above

  let sent = 0;
  function ask(type, fields = {}) {
    sent += 1;
    server.stdin.write(`${JSON.stringify({ v: 1, id: sent, type, ...fields })}\n`);
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  }
  return { ask, end: () => server.stdin.end() };
}

async function play(ask, game, bot) {
  // The table gets a secret for each seat, so that this client sees no more than its own cards.
  const opened = await ask("new", { game, secrets: true });
  const { table, secrets } = opened;
  const mine = { table, seat: 0, secret: secrets.seats[0] };
  let state = opened;
  let moves = 0;
  while (!state.terminal) {
    if (state.to_act.includes(0)) {
      const { actions } = await ask("legal", mine);
      const words = actions.map((action) => action.word);
      const word = words[Math.floor(Math.random() * words.length)];
      state = await ask("apply", { ...mine, action: word });
      moves += 1;
    } else {
      const seat = state.current;
      state = await ask("bot_move", { table, seat, bot, secret: secrets.seats[seat] });
    }
  }
  const { text } = await ask("view", { ...mine, text: true });
  console.log(text);
  console.log(`${state.text}: ${state.actions} actions, ${moves} of them by seat 0`);
  console.log(`scores ${state.scores.join(", ")}; winners ${state.winners.join(", ") || "nobody"}`);
  await ask("close", { table, secret: secrets.owner });
}

let values, positionals;
try {
  ({ values, positionals } = parseArgs({
    options: {
      help: { type: "boolean", short: "h" },
      bot: { type: "string", default: "greedy" },
      python: { type: "string", default: "python3" },
    },
    allowPositionals: true,
  }));
} catch (error) {
  console.error(`serve_client.mjs: error: ${error.message}`);
  process.exit(2);
}

if (values.help) {
  console.log(USAGE);
  process.exit(0);
}

const { ask, end } = startServer(values.python);
try {
  await play(ask, positionals[0] ?? "bottle_imp", values.bot);
} catch (error) {
  console.error(`serve_client.mjs: error: ${error.message}`);
  process.exitCode = 1;
}
end();
