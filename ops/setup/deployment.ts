import { versionHeader } from "../../worker/contract/paths.ts";
import { settingNames } from "../../worker/env.ts";
import type { Target } from "../target.ts";
import type { Step } from "./steps.ts";

/** The values that reach the worker only by a deployment: settings, routes and placement. */
const deployedValues = ({ settings, deployment: { hosts, region } }: Target): Record<string, string> => ({
  ...Object.fromEntries(settingNames.map((name) => [name, settings[name] ?? ""])),
  "the routes": hosts.join(" "),
  "the placement": region,
});

/**
 * Returns the Deploy step, which deploys if the shop does not run or differs from `before`, and a reminder of the
 * changes that are not deployed yet.
 */
export function watchDeployment(before: Target, deploy: () => Promise<void>) {
  let liveValues = deployedValues(before);
  let is_postponed = false;
  const listChanged = (target: Target) => {
    const now = deployedValues(target);
    return Object.keys(now).filter((name) => now[name] !== liveValues[name]);
  };
  const describe = (target: Target) =>
    `The shop that runs does not have this yet: ${listChanged(target).join(", ")}. \`npm run deploy -- --env ${target.name}\` brings it.`;
  const step: Step = {
    title: "Deploy",
    outcome: () => (is_postponed ? "later" : "ok"),
    problem: async (target) => {
      if (!(await isDeployed(target))) return "missing";
      return is_postponed || listChanged(target).length === 0 ? undefined : describe(target);
    },
    mend: async (target, terminal, problem) => {
      if (problem !== "missing") {
        terminal.say(problem);
        is_postponed = /^no?$/i.test(await terminal.ask("Deploy now? (Y/n)"));
        if (is_postponed) return;
      }
      try {
        await deploy();
        liveValues = deployedValues(target);
      } catch (error) {
        terminal.say(error instanceof Error ? error.message : String(error));
        await terminal.ask("Deploy: press Enter to try again");
      }
    },
  };
  const reminder = async (target: Target) =>
    listChanged(target).length > 0 && (await isDeployed(target)) ? describe(target) : undefined;
  return { step, reminder };
}

async function isDeployed({ settings: { PUBLIC_URL = "" } }: Target): Promise<boolean> {
  try {
    const answer = await fetch(`${PUBLIC_URL}/health`, { signal: AbortSignal.timeout(10_000) });
    return answer.ok && answer.headers.has(versionHeader);
  } catch {
    return false;
  }
}
