import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { versionHeader } from "../../worker/contract/paths.ts";
import { getHealth } from "../../worker/contract/ops.ts";
import { Refusal, type Target } from "../target.ts";
import { carryFiles } from "./carry-files.ts";
import { smoke } from "./smoke.ts";
import { deleteStaleSecrets, deployTriggers, split, upload } from "./versions.ts";

/**
 * Time limits: a deployment reaches all locations within seconds, a new host name within minutes (DNS, certificate).
 */
export const patience = { deployment_ms: 30_000, first_ms: 5 * 60_000 };

/** The first deployment gets all traffic and its routes at once. Returns the exit code. */
export async function deployFirst(target: Target, message: string, limits = patience): Promise<number> {
  const version = await upload(target, "at once", { message, assets: target.deployment.assets });
  const problems = await smoke(target, version, { patience_ms: limits.first_ms, by_override: false });
  if (problems.length > 0) {
    console.log(`Deployed ${version}, but it does not work:\n  ${problems.join("\n  ")}`);
    return 1;
  }
  console.log(`Deployed ${version}, the first one.`);
  return 0;
}

/**
 * Tries a new version without traffic, gives it all traffic, tries it again, and returns to `before` on a problem. A
 * gradual split (ADR-059) would break pages, which would request one version's hashed files from the other
 * (https://developers.cloudflare.com/workers/static-assets/routing/advanced/gradual-rollouts). If nothing answers at
 * PUBLIC_URL, the first trial is skipped. Returns the exit code.
 */
export async function rollOut(
  target: Target,
  { before, message, limits = patience }: { before: string; message: string; limits?: typeof patience },
): Promise<number> {
  const is_reached = await isReached(target);
  const version = await uploadBeside(target, message, is_reached);
  const back = async (problems: string[]) => {
    console.log(`${version} does not work:\n  ${problems.join("\n  ")}`);
    await split(target, { [before]: 100 });
    console.log(`Back to ${before}. The schema stays: the version before can live with it.`);
    return 1;
  };
  if (is_reached) {
    await split(target, { [version]: 0, [before]: 100 });
    const early = await smoke(target, version, { patience_ms: limits.deployment_ms, by_override: true });
    if (early.length > 0) return back(early);
  }
  await split(target, { [version]: 100 });
  try {
    await deployTriggers(target);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return back([error.message]);
  }
  const patience_ms = is_reached ? limits.deployment_ms : limits.first_ms;
  const problems = await smoke(target, version, { patience_ms, by_override: false });
  if (problems.length > 0) return back(problems);
  console.log(`Deployed ${version}. To go back: npm run wrangler -- versions deploy ${before}@100% --yes`);
  return 0;
}

/** One lost request must not skip the trial. */
const triesToReach = 3;

async function isReached({ settings }: Target): Promise<boolean> {
  const address = `${settings["PUBLIC_URL"]}${getHealth.path}`;
  for (let i = 0; i < triesToReach; i += 1) {
    const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
    if (answer?.ok || answer?.headers.has(versionHeader)) return true;
  }
  return false;
}

/** Uploads a version with exactly the target's secrets, and with the files that open tabs still load. */
async function uploadBeside(target: Target, message: string, is_reached: boolean): Promise<string> {
  const assets = mkdtempSync(join(tmpdir(), "crunchbox-assets-"));
  try {
    cpSync(target.deployment.assets, assets, { recursive: true });
    if (is_reached) await carryFiles(target, assets);
    const uploaded = await upload(target, "as a version", { message, assets });
    return await deleteStaleSecrets(target, uploaded, message);
  } finally {
    rmSync(assets, { recursive: true, force: true });
  }
}
