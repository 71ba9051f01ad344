import { z } from "zod";
import { cron } from "../../worker/cron.ts";
import { answersWithinMs, type Check, ok, type Outcome, todo } from "./check.ts";
import type { Target } from "../target.ts";

const queuesSchema = z.object({ result: z.array(z.object({ queue_name: z.string() })) });
const bucketsSchema = z.object({ result: z.object({ buckets: z.array(z.object({ name: z.string() })) }) });
const schedulesSchema = z.object({ result: z.object({ schedules: z.array(z.object({ cron: z.string() })) }) });

/** Cloudflare resources of the worker (https://developers.cloudflare.com/api/). */
export const cloudflareChecks: Check[] = [
  { name: "Cloudflare: token", run: checkToken },
  { name: "Cloudflare: queue", run: checkQueues },
  { name: "Cloudflare: bucket", run: checkBuckets },
  { name: "Cloudflare: cron", run: checkCrons },
];

const unasked = "as wrangler.toml says; not asked without CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID";

const tokenSchema = z.object({ result: z.object({ status: z.string() }) });

/**
 * What a deployment writes. Each is asked with an empty body: a token that may write gets 400 and changes nothing, one
 * that may not gets 403 (code 10000) before the body is read.
 */
const written = [
  { permission: "Workers Scripts: Edit", path: (name: string) => `workers/scripts/${name}/versions` },
  { permission: "Queues: Edit", path: () => "queues" },
];

/** A token that only reads would pass the other checks and fail at the upload, after the migrations. */
async function checkToken({ settings, deployment }: Target): Promise<Outcome> {
  const { CLOUDFLARE_API_TOKEN, CLOUDFLARE_ACCOUNT_ID } = settings;
  if (!CLOUDFLARE_API_TOKEN || !CLOUDFLARE_ACCOUNT_ID) return ok(unasked);
  const account = `accounts/${CLOUDFLARE_ACCOUNT_ID}`;
  // A token belongs to a user or to the account, and only its own address knows it.
  let verified = await send(settings, "GET", "user/tokens/verify");
  if (!verified.ok) verified = await send(settings, "GET", `${account}/tokens/verify`);
  if (!verified.ok) return todo(`Cloudflare does not know CLOUDFLARE_API_TOKEN (${verified.status}): make a new one.`);
  const { status } = tokenSchema.parse(await verified.json()).result;
  if (status !== "active") return todo(`CLOUDFLARE_API_TOKEN is ${status}: make a new one.`);
  const missing: string[] = [];
  for (const { permission, path } of written) {
    const answer = await send(settings, "POST", `${account}/${path(deployment.name)}`, "{}");
    await answer.body?.cancel();
    if (answer.status === 401 || answer.status === 403) missing.push(permission);
  }
  return missing.length === 0
    ? ok("may deploy")
    : todo(
        `CLOUDFLARE_API_TOKEN lacks ${missing.join(" and ")}: add it at https://dash.cloudflare.com/profile/api-tokens.`,
      );
}

function send(settings: Target["settings"], method: string, path: string, body?: string): Promise<Response> {
  const { CLOUDFLARE_API_BASE_URL = "https://api.cloudflare.com/client/v4", CLOUDFLARE_API_TOKEN } = settings;
  return fetch(`${CLOUDFLARE_API_BASE_URL}/${path}`, {
    method,
    headers: { authorization: `Bearer ${CLOUDFLARE_API_TOKEN}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body }),
    signal: AbortSignal.timeout(answersWithinMs),
  });
}

async function checkQueues(target: Target): Promise<Outcome> {
  const { queues, hasDeadLetters } = target.deployment;
  if (queues.length === 0 || !hasDeadLetters) {
    return todo("wrangler.toml needs a consumer of the queue, with a dead_letter_queue.");
  }
  const answer = await ask(target, "queues");
  if (!answer) return ok(unasked);
  const there = queuesSchema.parse(answer).result.map(({ queue_name }) => queue_name);
  const missing = queues.find((queue) => !there.includes(queue));
  return missing ? todo(`Run \`npm run wrangler -- queues create ${missing}\`.`) : ok(queues.join(", "));
}

async function checkBuckets(target: Target): Promise<Outcome> {
  const { buckets } = target.deployment;
  if (buckets.length === 0) return ok("none is used");
  const answer = await ask(target, "r2/buckets");
  if (!answer) return ok(unasked);
  const there = bucketsSchema.parse(answer).result.buckets.map(({ name }) => name);
  const missing = buckets.find((bucket) => !there.includes(bucket));
  return missing ? todo(`Run \`npm run wrangler -- r2 bucket create ${missing}\`.`) : ok(buckets.join(", "));
}

async function checkCrons(target: Target): Promise<Outcome> {
  const { crons, name } = target.deployment;
  if (crons.length !== 1 || crons[0] !== cron) return todo(`wrangler.toml must name one cron, "${cron}".`);
  const answer = await ask(target, `workers/scripts/${name}/schedules`);
  if (answer === undefined) return ok(unasked);
  if (answer === null) return ok("comes with the first deployment");
  const set = schedulesSchema.parse(answer).result.schedules.map((each) => each.cron);
  if (set.length === 1 && set[0] === cron) return ok(cron);
  return todo(`Cloudflare calls at ${set.join(" and ") || "no time"}: run \`npm run wrangler -- triggers deploy\`.`);
}

/** An API response for our account: undefined without a token, null for 404. */
async function ask({ settings }: Target, path: string): Promise<unknown> {
  const { CLOUDFLARE_API_TOKEN, CLOUDFLARE_ACCOUNT_ID } = settings;
  if (!CLOUDFLARE_API_TOKEN || !CLOUDFLARE_ACCOUNT_ID) return undefined;
  const response = await send(settings, "GET", `accounts/${CLOUDFLARE_ACCOUNT_ID}/${path}`);
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`Cloudflare answered ${response.status}: look at CLOUDFLARE_API_TOKEN`);
  return response.json();
}
