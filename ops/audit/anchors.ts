import { readFileSync } from "node:fs";
import { z } from "zod";
import { CommandError, type Target } from "../target.ts";
import type { Anchor } from "../../worker/domain/platform/audit/chain/chain.ts";

const anchorSchema = z.object({
  seq: z.coerce.number().int().nonnegative(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});
const hourMs = 3_600_000;
/** Anchors to read from the bucket: one per hour for the last 48 hours, and one per day for the last 90 days. */
const hours = 48;
const days = 90;
const parallelRequests = 6;
const requestTimeoutMs = 10_000;

/** Anchors of the options `--anchor 4711:9f86...` and `--anchors FILE`, a file of log lines or bucket objects. */
export function parseAnchors(anchors: readonly string[], files: readonly string[]): Anchor[] {
  const argumentAnchors = anchors.map((text) => {
    const [seq, hash] = text.split(":");
    const found = anchorSchema.safeParse({ seq, hash });
    if (!found.success)
      throw new CommandError(`--anchor is "${text}": use the number and the hash of an entry, as 4711:9f86d0...`);
    return found.data;
  });
  return [
    ...argumentAnchors,
    ...files.flatMap((file) => readFileSync(file, "utf8").split("\n").flatMap(parseAnchorLine)),
  ];
}

function parseAnchorLine(line: string): Anchor[] {
  const json = line.slice(Math.max(0, line.indexOf("{")));
  try {
    const found = anchorSchema.safeParse(JSON.parse(json));
    return found.success ? [found.data] : [];
  } catch {
    return [];
  }
}

/** Returns undefined if the target has no bucket, token or account id. */
export async function fetchBucketAnchors(target: Target, now: Date): Promise<Anchor[] | undefined> {
  const url = objectUrl(target);
  if (!url) return undefined;
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const latest = Array.from({ length: hours }, (_, n) => ago(n * hourMs).slice(0, 13));
  const older = Array.from({ length: days }, (_, n) => `${ago(n * 24 * hourMs).slice(0, 10)}T00`);
  const keys = [...new Set([...latest, ...older])].flatMap((time) => [
    `audit/anchors/${time}.json`,
    `audit/anchors/${time}-verified.json`,
  ]);
  const anchorsInBucket: Anchor[] = [];
  for (let at = 0; at < keys.length; at += parallelRequests)
    anchorsInBucket.push(
      ...(await Promise.all(keys.slice(at, at + parallelRequests).map((key) => fetchObject(target, url(key))))).flat(),
    );
  return anchorsInBucket;
}

/** Returns whether the anchor was saved; false without a bucket, token or account id. */
export async function saveAnchor(target: Target, { seq, hash }: Anchor, now: Date): Promise<boolean> {
  const url = objectUrl(target)?.(`audit/anchors/${now.toISOString().slice(0, 13)}-verified.json`);
  if (!url) return false;
  const body = `${JSON.stringify({ seq: String(seq), hash, at: now.toISOString() })}\n`;
  const answer = await fetch(url, { ...buildRequestInit(target), method: "PUT", body });
  return answer.ok;
}

function objectUrl({ settings, deployment }: Target): ((key: string) => string) | undefined {
  const { CLOUDFLARE_API_TOKEN, CLOUDFLARE_ACCOUNT_ID } = settings;
  const { CLOUDFLARE_API_BASE_URL = "https://api.cloudflare.com/client/v4" } = settings;
  const [bucket] = deployment.buckets;
  if (!CLOUDFLARE_API_TOKEN || !CLOUDFLARE_ACCOUNT_ID || !bucket) return undefined;
  return (key) => `${CLOUDFLARE_API_BASE_URL}/accounts/${CLOUDFLARE_ACCOUNT_ID}/r2/buckets/${bucket}/objects/${key}`;
}

const buildRequestInit = ({ settings }: Target) => ({
  headers: { authorization: `Bearer ${settings["CLOUDFLARE_API_TOKEN"]}` },
  signal: AbortSignal.timeout(requestTimeoutMs),
});

async function fetchObject(target: Target, url: string): Promise<Anchor[]> {
  const answer = await fetch(url, buildRequestInit(target));
  if (answer.status === 404) return [];
  if (!answer.ok)
    throw new CommandError(`Cloudflare answered ${answer.status} for ${url}: look at CLOUDFLARE_API_TOKEN.`);
  return (await answer.text()).split("\n").flatMap(parseAnchorLine);
}
