import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs, parseEnv } from "node:util";
import { z } from "zod";
import { type Deployment, readDeployment, root } from "./wrangler.ts";

/** A reason to stop that the person at the terminal can act on: printed as one line, without a stack. */
export class Refusal extends Error {}

export const environments = ["staging", "production"] as const;
export type EnvironmentName = (typeof environments)[number];

/** A shop that a command is about: the sandbox of `npm start`, or one of the two that are deployed. */
export type Target = {
  name: EnvironmentName | "sandbox";
  /** Everything that is known of it, by the names of worker/env.ts and those that only we need, as MIGRATION_DATABASE_URL. */
  settings: Record<string, string>;
  /** What wrangler.toml says of it. */
  deployment: Deployment;
  /** Where its secrets stand on this machine; a new one is added there. */
  file: string;
};

const textsSchema = z.record(z.string(), z.string());

/**
 * The target that the arguments name. `--env staging` reads what is not secret from wrangler.toml and the secrets from
 * `.env.staging` (`--settings` names another file), else from the variables of this process, as a build server has them.
 * Without arguments it is the sandbox that runs. Throws a `Refusal` that says what is missing.
 */
export async function readTarget(args: string[], env: NodeJS.ProcessEnv): Promise<Target> {
  const { values } = parseArgs({
    args,
    strict: false,
    options: { env: { type: "string" }, settings: { type: "string" } },
  });
  const wanted = values.env;
  if (wanted === undefined || wanted === "sandbox") return readSandbox(env);
  const name = environments.find((one) => one === wanted);
  if (!name) throw new Refusal(`--env is "${String(wanted)}": use ${environments.join(" or ")}.`);
  const file = resolve(root, typeof values.settings === "string" ? values.settings : `.env.${name}`);
  const given = existsSync(file) ? textsSchema.parse(parseEnv(readFileSync(file, "utf8"))) : {};
  const deployment = await readDeployment(name);
  return { name, file, deployment, settings: { ...fromProcess(env), ...deployment.vars, ...given } };
}

async function readSandbox(env: NodeJS.ProcessEnv): Promise<Target> {
  const file = join(resolve(root, env["DATA_DIR"] || ".local"), "settings.json");
  if (!existsSync(file)) {
    throw new Refusal(
      "No sandbox is running here: start one with `npm start`, or name a deployment with --env staging or --env production.",
    );
  }
  const settings = textsSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  return { name: "sandbox", file, settings, deployment: await readDeployment("sandbox") };
}

/** What a build server hands over as variables, by the names of our settings. */
function fromProcess(env: NodeJS.ProcessEnv): Record<string, string> {
  const ours =
    /^(DATABASE_URL|MIGRATION_DATABASE_URL|CODE_PEPPER(_PREVIOUS)?|ALARM_URL|METRICS_TOKEN|(STRIPE|EMAIL|SMS|CAPTCHA|CLOUDFLARE|NETSUITE)_[A-Z_]+)$/;
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (ours.test(name) && value ? [[name, value]] : [])),
  );
}
