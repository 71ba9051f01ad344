import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { settingNames } from "../../worker/env.ts";
import { CommandError, type Target } from "../target.ts";
import { wranglerToml } from "../wrangler.ts";
import { type CommandResult, wrangler, type WranglerOptions } from "./wrangler-command.ts";

const statusSchema = z.object({ versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })) });
const uploadSchema = z.object({ type: z.enum(["version-upload", "deploy"]), version_id: z.string().nullable() });

const tokenNames = ["CLOUDFLARE_API_TOKEN", "CLOUDFLARE_ACCOUNT_ID"];

/**
 * Runs wrangler with the token of the target's settings: wrangler itself would read `.env.staging` but not
 * `.env.production`. Without a token wrangler uses its own login.
 */
export function runWrangler(target: Target, args: string[], options: WranglerOptions = {}): Promise<CommandResult> {
  const { name, settings, deployment } = target;
  const token = Object.fromEntries(
    tokenNames.flatMap((each) => {
      const value = settings[each];
      return value ? [[each, value]] : [];
    }),
  );
  // `--env=` selects the top level of wrangler.toml
  const env = name === "staging" ? ["--env", "staging"] : ["--env="];
  const config = deployment.file === wranglerToml ? [] : ["--config", deployment.file];
  return wrangler([...args, ...env, ...config], { ...options, env: { ...token, ...options.env } });
}

/** The version with most traffic; undefined before the first deployment. */
export async function fetchCurrentVersion(target: Target): Promise<string | undefined> {
  const { code, output } = await runWrangler(target, ["deployments", "status", "--json"], { quiet: true });
  // 10007: this worker does not exist on your account
  if (code !== 0 && /\b10007\b|does not exist|no deployments/i.test(output)) return undefined;
  const start = output.indexOf("{");
  if (code !== 0 || start < 0) throw new CommandError(`wrangler cannot tell what is deployed:\n${output.trim()}`);
  const { versions } = statusSchema.parse(JSON.parse(output.slice(start, output.lastIndexOf("}") + 1)));
  return versions.toSorted((a, b) => b.percentage - a.percentage)[0]?.version_id;
}

export type Upload = { message: string; assets: string };

/** Uploads the build with the target's secrets. Returns the version id. */
export async function upload(target: Target, how: "as a version" | "at once", build: Upload): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "crunchbox-deploy-"));
  try {
    const secrets = join(folder, "secrets.json");
    writeFileSync(secrets, JSON.stringify(selectSecrets(target)), { mode: 0o600 });
    const outputFile = join(folder, "output.ndjson");
    const command = how === "at once" ? ["deploy"] : ["versions", "upload"];
    const files = ["--secrets-file", secrets, "--assets", build.assets];
    const args = [...command, ...files, "--message", build.message];
    const { code } = await runWrangler(target, args, { env: { WRANGLER_OUTPUT_FILE_PATH: outputFile } });
    if (code !== 0) throw new CommandError("The upload failed: see wrangler's lines above. Nothing has changed.");
    return parseVersionId(readFileSync(outputFile, "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Worker settings that are not in wrangler.toml. */
function selectSecrets({ settings, deployment }: Target): Record<string, string> {
  const isSecret = (name: string) => settingNames.includes(name) && !Object.hasOwn(deployment.vars, name);
  return Object.fromEntries(Object.entries(settings).filter(([name, value]) => isSecret(name) && value !== ""));
}

/**
 * Deletes secrets that the settings no longer have, because an upload inherits the previous version's secrets
 * (`wrangler versions upload --help`, --secrets-file). Each deletion makes a version; returns the last one.
 */
export async function deleteStaleSecrets(target: Target, version: string, message: string): Promise<string> {
  const { code, output } = await runWrangler(target, ["versions", "secret", "list", "--latest-version"], {
    quiet: true,
  });
  // Wrangler deletes secrets from the latest version, which is not ours after a concurrent upload.
  if (code !== 0 || !output.includes(version)) {
    throw new CommandError(
      `wrangler cannot list the secrets of ${version}, the version just uploaded:\n${output.trim()}`,
    );
  }
  const uploadedNames = [...output.matchAll(/^Secret Name: (\S+)/gm)].map(([, name = ""]) => name);
  const secrets = selectSecrets(target);
  let latest = version;
  for (const name of uploadedNames) {
    if (Object.hasOwn(secrets, name) || Object.hasOwn(target.deployment.vars, name)) continue;
    const args = ["versions", "secret", "delete", name, "--message", message];
    const deleted = await runWrangler(target, args, { quiet: true });
    const [, id] = /Created version (\S+)/.exec(deleted.output) ?? [];
    if (deleted.code !== 0 || !id) throw new CommandError(`${name} could not be deleted:\n${deleted.output.trim()}`);
    console.log(`Deleted the secret ${name}, which is no longer in the settings.`);
    latest = id;
  }
  return latest;
}

/** Format of WRANGLER_OUTPUT_FILE_PATH: one line per action. */
function parseVersionId(lines: string): string {
  for (const line of lines.split("\n").filter(Boolean)) {
    const entry = uploadSchema.safeParse(JSON.parse(line));
    if (entry.data?.version_id) return entry.data.version_id;
  }
  throw new CommandError("wrangler reported no version id.");
}

/** @throws CommandError if Cloudflare rejects the split */
export async function splitTraffic(target: Target, shares: Record<string, number>): Promise<void> {
  const specs = Object.entries(shares).map(([id, percent]) => `${id}@${percent}%`);
  const { code } = await runWrangler(target, ["versions", "deploy", ...specs, "--yes"]);
  if (code !== 0) throw new CommandError(`Cloudflare did not take ${specs.join(" ")}.`);
}

/**
 * Deploys crons, queue consumers and routes, which are not part of a version.
 * @throws CommandError if Cloudflare rejects them
 */
export async function deployTriggers(target: Target): Promise<void> {
  const { code } = await runWrangler(target, ["triggers", "deploy"]);
  if (code !== 0) throw new CommandError("The triggers were not taken: see wrangler's lines above.");
}
