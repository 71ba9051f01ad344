import { parseArgs } from "node:util";
import { runCommand } from "../run-command.ts";
import { environments, readTarget, Refusal } from "../target.ts";
import { stepsOf } from "./shop-steps.ts";
import { openTerminal } from "./terminal.ts";

const usage = `Usage: npm run setup -- --env ${environments.join("|")} [--built] [--settings FILE] [--config FILE]

Leads from empty accounts to a shop that can sell: asks for each missing setting, checks it with its provider, saves it,
and runs the commands in between. It can be stopped at any time; the same command continues.
--built takes what is in dist/ as checked and built.`;

// `npm run setup -- --env staging`
await runCommand(async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      env: { type: "string" },
      settings: { type: "string" },
      config: { type: "string" },
      built: { type: "boolean", default: false },
    },
  });
  if (!values.env || values.env === "sandbox") throw new Refusal(usage);
  const given = args.filter((arg) => arg !== "--built");
  const read = () => readTarget(given, process.env);
  const { name, file } = await read();
  const terminal = openTerminal();
  try {
    terminal.say(`Sets up ${name}. Secrets go into ${file}. Stop with Ctrl-C; the same command continues.\n`);
    for (const step of stepsOf({ args: given, builds: !values.built })) {
      for (;;) {
        const target = await read();
        const problem = await step.problem(target);
        if (problem === undefined) break;
        await step.mend(target, terminal, problem);
      }
      terminal.say(`ok    ${step.title}`);
    }
    terminal.say(`\n${name} can sell.`);
    return 0;
  } finally {
    terminal.close();
  }
});
