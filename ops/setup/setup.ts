import { parseArgs } from "node:util";
import { runCommand } from "../run-command.ts";
import { environments, readTarget, CommandError } from "../target.ts";
import { watchDeployment } from "./deployment.ts";
import { runScript } from "./run-script.ts";
import { buildSteps } from "./shop-steps.ts";
import { openTerminal, type Terminal } from "./terminal.ts";
import type { Step } from "./steps.ts";

const usage = `Usage: npm run setup -- --env ${environments.join("|")} [--add SERVICE] [--built] [--settings FILE] [--config FILE]

Leads from empty accounts to a shop that can sell: asks for each missing setting, checks it with its provider, saves it,
and runs the commands in between. It can be stopped at any time; the same command continues. A shop that runs is deployed
again when something changed.
--add sets up an optional service: netsuite, carrier, texts, software or alarms.
--built takes what is in dist/ as checked and built.`;

// `npm run setup -- --env staging`
await runCommand(async (argv) => {
  const { values } = parseArgs({
    args: argv,
    options: {
      env: { type: "string" },
      add: { type: "string" },
      settings: { type: "string" },
      config: { type: "string" },
      built: { type: "boolean", default: false },
    },
  });
  const { env, add, settings, config, built } = values;
  if (!env || env === "sandbox") throw new CommandError(usage);
  const args = Object.entries({ env, settings, config }).flatMap(([name, value]) =>
    value ? [`--${name}`, value] : [],
  );
  const readCurrentTarget = () => readTarget(args, process.env);
  const before = await readCurrentTarget();
  const deployment = watchDeployment(before, () =>
    runScript("ops/deploy/deploy.ts", [...args, ...(built ? ["--built"] : [])]),
  );
  const steps = buildSteps({ args, added: add, deployment: deployment.step });
  const terminal = openTerminal();
  const { name, file } = before;
  try {
    terminal.say(`Sets up ${name}. Secrets go into ${file}. Stop with Ctrl-C; the same command continues.\n`);
    for (const step of steps) await runStep(step, readCurrentTarget, terminal);
    terminal.say(`\n${name} can sell.`);
    return 0;
  } finally {
    terminal.close();
    const reminder = await deployment.reminder(await readCurrentTarget());
    if (reminder) terminal.say(reminder);
  }
});

async function runStep(step: Step, read: () => ReturnType<typeof readTarget>, terminal: Terminal): Promise<void> {
  for (;;) {
    const target = await read();
    const problem = await step.problem(target);
    if (problem === undefined) break;
    await step.mend(target, terminal, problem);
  }
  terminal.say(`${(step.outcome?.() ?? "ok").padEnd(5)} ${step.title}`);
}
