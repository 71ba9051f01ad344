import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { versionHeader } from "../../worker/contract/paths.ts";
import { getHealth } from "../../worker/contract/ops.ts";
import { CommandError, type Target, wranglerOption } from "../target.ts";
import { carryFiles } from "./carry-files.ts";
import { runSmokeTests } from "./smoke.ts";
import { deleteStaleSecrets, deployTriggers, splitTraffic, upload } from "./versions.ts";

/**
 * Time limits: a deployment reaches all locations within seconds, a new host name within minutes (DNS, certificate).
 */
export const timeLimits = { deployment_ms: 30_000, first_ms: 5 * 60_000 };

/** Deploys the first version, which gets all traffic and its routes at once. Returns the exit code. */
export async function deployFirst(target: Target, message: string, limits = timeLimits): Promise<number> {
  const version = await upload(target, "at once", { message, assets: target.deployment.assets });
  const problems = await runSmokeTests(target, version, { patience_ms: limits.first_ms, by_override: false });
  if (problems.length > 0) {
    console.log(`Deployed ${version}, but it does not work:\n  ${problems.join("\n  ")}`);
    return 1;
  }
  console.log(`Deployed ${version}, the first one.`);
  return 0;
}

/**
 * Tries a new version without traffic, gives it all traffic, tries it again, and returns to `before` on a problem. The
 * first trial is skipped if nothing answers at PUBLIC_URL. Traffic is never split (ADR-059), because a page of one
 * version would request hashed files that only this version has
 * (https://developers.cloudflare.com/workers/static-assets/routing/advanced/gradual-rollouts). Returns the exit code.
 */
export async function rollOut(
  target: Target,
  { before, message, limits = timeLimits }: { before: string; message: string; limits?: typeof timeLimits },
): Promise<number> {
  const is_reached = await isReachable(target);
  const version = await uploadVersion(target, message, is_reached);
  const revert = async (problems: string[]) => {
    console.log(`${version} does not work:\n  ${problems.join("\n  ")}`);
    await splitTraffic(target, { [before]: 100 });
    console.log(`Back to ${before}. The schema stays: the version before can live with it.`);
    return 1;
  };
  if (is_reached) {
    await splitTraffic(target, { [version]: 0, [before]: 100 });
    const early = await runSmokeTests(target, version, { patience_ms: limits.deployment_ms, by_override: true });
    if (early.length > 0) return revert(early);
  }
  await splitTraffic(target, { [version]: 100 });
  try {
    await deployTriggers(target);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return revert([error.message]);
  }
  const patience_ms = is_reached ? limits.deployment_ms : limits.first_ms;
  const problems = await runSmokeTests(target, version, { patience_ms, by_override: false });
  if (problems.length > 0) return revert(problems);
  const wayBack = `npm run wrangler -- versions deploy ${before}@100% --yes${wranglerOption(target)}`;
  console.log(`Deployed ${version}. To go back: ${wayBack}`);
  return 0;
}

/** Several tries, because one lost request must not skip the trial. */
const triesToReach = 3;

async function isReachable({ settings }: Target): Promise<boolean> {
  const address = `${settings["PUBLIC_URL"]}${getHealth.path}`;
  for (let i = 0; i < triesToReach; i += 1) {
    const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
    if (answer?.ok || answer?.headers.has(versionHeader)) return true;
  }
  return false;
}

/** Uploads a version with exactly the target's secrets, and with the files that open tabs still load. */
async function uploadVersion(target: Target, message: string, is_reached: boolean): Promise<string> {
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
