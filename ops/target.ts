import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs, parseEnv } from "node:util";
import { z } from "zod";
import { settingNames } from "../worker/env.ts";
import { type Deployment, readDeployment, root, wranglerToml } from "./wrangler.ts";

/** An error for the user of the terminal, printed as its message without a stack. */
export class CommandError extends Error {}

export const environments = ["staging", "production"] as const;
export type EnvironmentName = (typeof environments)[number];

/** The local environment of `npm start`, or a deployment. */
export type Target = {
  name: EnvironmentName | "sandbox";
  /** Settings by their names in worker/env.ts, and those that only commands have, such as MIGRATION_DATABASE_URL. */
  settings: Record<string, string>;
  deployment: Deployment;
  /** File of secrets, to which new ones are added. */
  file: string;
};

const textsSchema = z.record(z.string(), z.string());

/** Option of a printed wrangler command: without it wrangler takes the top level of wrangler.toml, production. */
export const wranglerOption = ({ name }: Pick<Target, "name">): string => (name === "staging" ? " --env staging" : "");

/**
 * `--env staging` reads wrangler.toml and `.env.staging` (`--config` and `--settings` name other files), or a build
 * server's environment variables. Default: the running local environment.
 * @throws CommandError that names what is missing
 */
export async function readTarget(args: string[], env: NodeJS.ProcessEnv): Promise<Target> {
  const { values } = parseArgs({
    args,
    strict: false,
    options: { env: { type: "string" }, settings: { type: "string" }, config: { type: "string" } },
  });
  const envName = values.env;
  if (envName === undefined || envName === "sandbox") return readSandbox(env);
  const name = environments.find((one) => one === envName);
  if (!name) throw new CommandError(`--env is "${String(envName)}": use ${environments.join(" or ")}.`);
  const file = resolve(root, typeof values.settings === "string" ? values.settings : `.env.${name}`);
  const fileSettings = existsSync(file) ? textsSchema.parse(parseEnv(readFileSync(file, "utf8"))) : {};
  const config = typeof values.config === "string" ? resolve(root, values.config) : wranglerToml;
  const deployment = await readDeployment(name, config);
  return { name, file, deployment, settings: { ...fromProcess(env), ...fileSettings, ...deployment.vars } };
}

async function readSandbox(env: NodeJS.ProcessEnv): Promise<Target> {
  const file = join(resolve(root, env["DATA_DIR"] || ".local"), "settings.json");
  if (!existsSync(file)) {
    throw new CommandError(
      "No sandbox is running here: start one with `npm start`, or name a deployment with --env staging or --env production.",
    );
  }
  const settings = textsSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  return { name: "sandbox", file, settings, deployment: await readDeployment("sandbox") };
}

/** Settings of the commands, which the worker does not have. */
const commandSettings = [
  "MIGRATION_DATABASE_URL",
  "NETSUITE_CERTIFICATE_ENDS",
  "EMAIL_ADMIN_KEY",
  "CLOUDFLARE_API_TOKEN",
  "CLOUDFLARE_ACCOUNT_ID",
  "CLOUDFLARE_API_BASE_URL",
];

const fromProcess = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    [...settingNames, ...commandSettings].flatMap((name) => {
      const value = env[name];
      return value ? [[name, value]] : [];
    }),
  );
