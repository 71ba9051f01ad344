import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { settingNames } from "../../worker/env.ts";
import { Refusal, type Target } from "../target.ts";
import { wrangler } from "./wrangler-command.ts";

const statusSchema = z.object({ versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })) });
const uploadSchema = z.object({ type: z.enum(["version-upload", "deploy"]), version_id: z.string().nullable() });

/** `--env=` selects the top level of wrangler.toml. */
export const envOf = ({ name }: Target): string[] => (name === "staging" ? ["--env", "staging"] : ["--env="]);

/** The version with the largest share of the traffic; undefined before the first deployment. */
export async function currentVersion(target: Target): Promise<string | undefined> {
  const { code, output } = await wrangler(["deployments", "status", "--json", ...envOf(target)], { quiet: true });
  // 10007: this worker does not exist on your account
  if (code !== 0 && /\b10007\b|does not exist|no deployments/i.test(output)) return undefined;
  const start = output.indexOf("{");
  if (code !== 0 || start < 0) throw new Refusal(`wrangler cannot tell what is deployed:\n${output.trim()}`);
  const { versions } = statusSchema.parse(JSON.parse(output.slice(start, output.lastIndexOf("}") + 1)));
  return versions.toSorted((a, b) => b.percentage - a.percentage)[0]?.version_id;
}

/**
 * Uploads the build with the target's secrets, either as a version without traffic or as an immediate deployment.
 * Returns its version id.
 */
export async function upload(target: Target, how: "as a version" | "at once", message: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "crunchbox-deploy-"));
  try {
    const secrets = join(folder, "secrets.json");
    writeFileSync(secrets, JSON.stringify(secretsOf(target)), { mode: 0o600 });
    const written = join(folder, "output.ndjson");
    const command = how === "at once" ? ["deploy"] : ["versions", "upload"];
    const args = [...command, ...envOf(target), "--secrets-file", secrets, "--message", message];
    const { code } = await wrangler(args, { env: { WRANGLER_OUTPUT_FILE_PATH: written } });
    if (code !== 0) throw new Refusal("The upload failed: see wrangler's lines above. Nothing has changed.");
    return idIn(readFileSync(written, "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Settings of the worker that are not in wrangler.toml; settings of the commands are excluded. */
function secretsOf({ settings, deployment }: Target): Record<string, string> {
  const isSecret = (name: string) => settingNames.includes(name) && !Object.hasOwn(deployment.vars, name);
  return Object.fromEntries(Object.entries(settings).filter(([name, value]) => isSecret(name) && value !== ""));
}

/** wrangler writes one line per action (WRANGLER_OUTPUT_FILE_PATH). */
function idIn(lines: string): string {
  for (const line of lines.split("\n").filter(Boolean)) {
    const entry = uploadSchema.safeParse(JSON.parse(line));
    if (entry.data?.version_id) return entry.data.version_id;
  }
  throw new Refusal("wrangler reported no version id.");
}

/** Splits the traffic. @throws Refusal if Cloudflare rejects the split */
export async function split(target: Target, shares: Record<string, number>): Promise<void> {
  const specs = Object.entries(shares).map(([id, percent]) => `${id}@${percent}%`);
  const { code } = await wrangler(["versions", "deploy", ...specs, "--yes", ...envOf(target)]);
  if (code !== 0) throw new Refusal(`Cloudflare did not take ${specs.join(" ")}.`);
}

/** Crons, queue consumers and routes, which are not part of a version. */
export async function deployTriggers(target: Target): Promise<void> {
  const { code } = await wrangler(["triggers", "deploy", ...envOf(target)]);
  if (code !== 0) throw new Refusal("The triggers were not taken: see wrangler's lines above.");
}
