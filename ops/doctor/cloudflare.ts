import { z } from "zod";
import { cron } from "../../worker/cron.ts";
import { settingNames } from "../../worker/env.ts";
import { accountPath, hasToken, request, sendRequest, TokenRefusedError } from "../cloudflare.ts";
import { type Target, wranglerOption } from "../target.ts";
import { type Check, ok, type Outcome, todo } from "./check.ts";
import { fetchZone } from "./zone-of.ts";

const queuesSchema = z.array(z.object({ queue_name: z.string() }));
const bucketsSchema = z.object({ buckets: z.array(z.object({ name: z.string() })) });
const schedulesSchema = z.object({ schedules: z.array(z.object({ cron: z.string() })) });
const subscriptionsSchema = z.array(z.object({ rate_plan: z.object({ id: z.string() }) }));
const secretsSchema = z.array(z.object({ name: z.string() }));
const domainsSchema = z.array(z.object({ hostname: z.string(), service: z.string() }));
const locksSchema = z.object({
  rules: z
    .array(
      z.object({
        enabled: z.boolean(),
        prefix: z.string().optional(),
        condition: z.object({ type: z.string(), maxAgeSeconds: z.number().optional() }),
      }),
    )
    .optional(),
});

export const cloudflareChecks: Check[] = [
  { name: "Cloudflare: token", run: withTokenErrors(checkToken) },
  { name: "Cloudflare: plan", run: withTokenErrors(checkPlan) },
  { name: "Cloudflare: queue", run: withTokenErrors(checkQueues) },
  { name: "Cloudflare: bucket", run: withTokenErrors(checkBuckets) },
  { name: "Cloudflare: audit anchors", run: withTokenErrors(checkLock) },
  { name: "Cloudflare: cron", run: withTokenErrors(checkCrons) },
  { name: "Cloudflare: secrets", run: withTokenErrors(checkSecrets) },
  { name: "Cloudflare: hosts", run: withTokenErrors(checkHosts) },
];

const uncheckedMessage = "as wrangler.toml says; not asked without CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID";

export function withTokenErrors(run: Check["run"]): Check["run"] {
  return async (target) => {
    try {
      return await run(target);
    } catch (error) {
      if (error instanceof TokenRefusedError) return todo(error.message);
      throw error;
    }
  };
}

const tokenSchema = z.object({ result: z.object({ status: z.string() }) });

/**
 * Paths that a deployment writes to, requested with an empty body: a token with the permission gets 400 and changes
 * nothing, a token without it 403 (code 10000).
 */
const accountTargets = [
  { permission: "Workers Scripts: Edit", path: (name: string) => `workers/scripts/${name}/versions` },
  { permission: "Queues: Edit", path: () => "queues" },
];
/** The token needs no permission for DNS, because Cloudflare itself creates the DNS record of a custom domain. */
const zoneTargets = [{ permission: "Workers Routes: Edit", path: "workers/routes" }];

/** Checks the token's permissions, because a deployment without one of them would fail after the migrations. */
async function checkToken({ settings, deployment }: Target): Promise<Outcome> {
  const { CLOUDFLARE_API_TOKEN, CLOUDFLARE_ACCOUNT_ID } = settings;
  if (!CLOUDFLARE_API_TOKEN) return ok(uncheckedMessage);
  // A token belongs to a user or to the account; only that owner's URL knows it.
  let verification = await sendRequest(settings, "GET", "user/tokens/verify");
  if (!verification.ok && CLOUDFLARE_ACCOUNT_ID)
    verification = await sendRequest(settings, "GET", `${accountPath(settings)}/tokens/verify`);
  if (!verification.ok)
    return todo(`Cloudflare does not know CLOUDFLARE_API_TOKEN (${verification.status}): make a new one.`);
  const { status } = tokenSchema.parse(await verification.json()).result;
  if (status !== "active") return todo(`CLOUDFLARE_API_TOKEN is ${status}: make a new one.`);
  if (!CLOUDFLARE_ACCOUNT_ID) return ok(uncheckedMessage);
  if (!(await canSeeAccount(settings)))
    return todo(`CLOUDFLARE_API_TOKEN may not see the account CLOUDFLARE_ACCOUNT_ID: copy the id again.`);
  // zone.ts reports a zone that the token cannot see.
  const zone = await fetchZone(settings);
  const targets = [
    ...accountTargets.map(({ permission, path }) => ({
      permission,
      path: `${accountPath(settings)}/${path(deployment.name)}`,
    })),
    ...(zone ? zoneTargets.map(({ permission, path }) => ({ permission, path: `zones/${zone.id}/${path}` })) : []),
  ];
  const missing: string[] = [];
  for (const { permission, path } of targets) if (await isRefused(settings, "POST", path)) missing.push(permission);
  if (missing.length === 0) return ok(zone ? "may deploy" : "may upload");
  const last = missing.pop();
  const names = missing.length > 0 ? `${missing.join(", ")} and ${last}` : last;
  return todo(`CLOUDFLARE_API_TOKEN lacks ${names}: add it at https://dash.cloudflare.com/profile/api-tokens.`);
}

/**
 * Whether one of three reads succeeds: a token for this account may lack some of the permissions, a token for another
 * account lacks them all.
 */
async function canSeeAccount(settings: Target["settings"]): Promise<boolean> {
  for (const path of ["queues", "workers/domains", "r2/buckets"])
    if (!(await isRefused(settings, "GET", `${accountPath(settings)}/${path}`))) return true;
  return false;
}

async function isRefused(settings: Target["settings"], method: "GET" | "POST", path: string): Promise<boolean> {
  const answer = await sendRequest(settings, method, path, ...(method === "POST" ? [{}] : []));
  await answer.body?.cancel();
  return answer.status === 401 || answer.status === 403;
}

/**
 * A sign-in takes more than the 10 ms of processor time of the free plan, which would show only when the first user
 * signs in.
 */
async function checkPlan({ settings }: Target): Promise<Outcome> {
  if (!hasToken(settings)) return ok("not asked without CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID");
  const path = `${accountPath(settings)}/subscriptions`;
  const subscriptions = subscriptionsSchema.parse(await request(settings, { path, permission: "Billing: Read" }));
  if (subscriptions.some(({ rate_plan }) => rate_plan.id.startsWith("workers_"))) return ok("Workers Paid");
  return todo(
    "The account has the free plan, on which nobody can sign in: take Workers Paid at https://dash.cloudflare.com/?to=/:account/workers/plans.",
  );
}

async function checkQueues({ settings, deployment }: Target): Promise<Outcome> {
  const { queues, hasDeadLetters } = deployment;
  if (queues.length === 0 || !hasDeadLetters) {
    return todo("wrangler.toml needs a consumer of the queue, with a dead_letter_queue.");
  }
  if (!hasToken(settings)) return ok(uncheckedMessage);
  const path = `${accountPath(settings)}/queues`;
  const existingQueues = queuesSchema.parse(await request(settings, { path, permission: "Queues: Read" }));
  const missing = queues.find((queue) => !existingQueues.some(({ queue_name }) => queue_name === queue));
  return missing ? todo(`Run \`npm run wrangler -- queues create ${missing}\`.`) : ok(queues.join(", "));
}

async function checkBuckets({ settings, deployment: { buckets } }: Target): Promise<Outcome> {
  if (buckets.length === 0) return ok("none is used");
  if (!hasToken(settings)) return ok(uncheckedMessage);
  const path = `${accountPath(settings)}/r2/buckets`;
  const existingBuckets = bucketsSchema.parse(
    await request(settings, { path, permission: "Workers R2 Storage: Read" }),
  );
  const missing = buckets.find((bucket) => !existingBuckets.buckets.some(({ name }) => name === bucket));
  return missing ? todo(`Run \`npm run wrangler -- r2 bucket create ${missing}\`.`) : ok(buckets.join(", "));
}

/** Objects that anchor the audit log are locked for ten years, the retention period of the log. */
export const anchorLock = { id: "audit-anchors", prefix: "audit/anchors/", days: 3650 };

async function checkLock({ settings, deployment: { buckets } }: Target): Promise<Outcome> {
  const [bucket] = buckets;
  if (!bucket) return ok("no bucket is used");
  if (!hasToken(settings)) return ok("not asked without CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID");
  const path = `${accountPath(settings)}/r2/buckets/${bucket}/lock`;
  const locks = locksSchema.nullable().parse(await request(settings, { path, permission: "Workers R2 Storage: Read" }));
  const isLong = ({ type, maxAgeSeconds = 0 }: { type: string; maxAgeSeconds?: number | undefined }) =>
    type === "Indefinite" || (type === "Age" && maxAgeSeconds >= anchorLock.days * 86_400);
  const isLocked = (locks?.rules ?? []).some(
    ({ enabled, prefix = "", condition }) => enabled && anchorLock.prefix.startsWith(prefix) && isLong(condition),
  );
  return isLocked
    ? ok()
    : todo(
        `Nobody would notice a changed audit log whose anchors are deleted: run \`npm run wrangler -- r2 bucket lock add ${bucket} ${anchorLock.id} ${anchorLock.prefix} --retention-days ${anchorLock.days}\`.`,
      );
}

async function checkCrons(target: Target): Promise<Outcome> {
  const {
    settings,
    deployment: { crons, name },
  } = target;
  if (crons.length !== 1 || crons[0] !== cron) return todo(`wrangler.toml must name one cron, "${cron}".`);
  if (!hasToken(settings)) return ok(uncheckedMessage);
  const path = `${accountPath(settings)}/workers/scripts/${name}/schedules`;
  const answer = await request(settings, { path, permission: "Workers Scripts: Read" });
  if (answer === null) return ok("comes with the first deployment");
  const currentCrons = schedulesSchema.parse(answer).schedules.map((each) => each.cron);
  if (currentCrons.length === 1 && currentCrons[0] === cron) return ok(cron);
  return todo(
    `Cloudflare calls at ${currentCrons.join(" and ") || "no time"}: run \`npm run wrangler -- triggers deploy${wranglerOption(target)}\`.`,
  );
}

/**
 * Checks for stale secrets: an upload inherits secrets, so a secret removed from the settings could stay valid forever.
 */
async function checkSecrets({ settings, deployment: { name, vars } }: Target): Promise<Outcome> {
  if (!hasToken(settings)) return ok("not asked without CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID");
  const path = `${accountPath(settings)}/workers/scripts/${name}/secrets`;
  const answer = await request(settings, { path, permission: "Workers Scripts: Read" });
  if (answer === null) return ok("come with the first deployment");
  const isWanted = (each: string) =>
    Boolean(settings[each]) && settingNames.includes(each) && !Object.hasOwn(vars, each);
  const stale = secretsSchema.parse(answer).filter((each) => !isWanted(each.name));
  if (stale.length === 0) return ok();
  const names = stale.map((each) => each.name).join(", ");
  return todo(`The worker still has ${names}, which the settings no longer have: deploy to delete what is left over.`);
}

/**
 * Checks that no other worker has a host of this deployment: a host belongs to the worker that was deployed with it
 * last.
 */
async function checkHosts({ settings, deployment: { name, hosts } }: Target): Promise<Outcome> {
  if (!hasToken(settings)) return ok("not asked without CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID");
  const path = `${accountPath(settings)}/workers/domains`;
  const domains = domainsSchema.parse(await request(settings, { path, permission: "Workers Scripts: Read" }));
  const taken = domains.find(({ hostname, service }) => hosts.includes(hostname) && service !== name);
  return taken
    ? todo(`${taken.hostname} leads to the worker ${taken.service}: remove the domain there, or take another host.`)
    : ok();
}
