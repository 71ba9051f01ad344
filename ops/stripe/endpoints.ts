import { Stripe } from "stripe";
import { webhookEventTypes } from "../../worker/contract/callback-events.ts";
import { saveSecret } from "../save-secret.ts";
import { runCommand } from "../run-command.ts";
import { readTarget, CommandError, type Target } from "../target.ts";
import { fetchCurrentVersion, runWrangler } from "../deploy/versions.ts";
import { eventsUrl, createStripe, findUncoveredEvents } from "./account.ts";

/**
 * `npm run stripe:endpoints -- --env staging` creates or repairs the webhook endpoint for all event types, with the
 * SDK's API version; idempotent. Stripe reveals the secret only at creation
 * (https://docs.stripe.com/api/webhook_endpoints/object), so the command saves it with the other secrets and passes it
 * to the worker, but never prints it.
 */
await runCommand(async (args) => {
  const target = await readTarget(args, process.env);
  const { PUBLIC_URL } = target.settings;
  if (!PUBLIC_URL) throw new CommandError("PUBLIC_URL is not set.");
  const stripe = createStripe(target.settings);
  const url = eventsUrl(PUBLIC_URL);
  const all = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  const matchingEndpoints = all.filter((each) => each.url === url);
  const current = matchingEndpoints.find(({ api_version }) => api_version === Stripe.API_VERSION);
  const isKnown = (target.settings["STRIPE_WEBHOOK_SECRET"] ?? "").includes("whsec_");
  if (current && isKnown) await repairEndpoint(stripe, PUBLIC_URL, current);
  else await createEndpoint(stripe, target, url);
  // An endpoint's API version is fixed, and two endpoints at one URL would deliver every event twice.
  for (const old of matchingEndpoints.filter(({ id }) => id !== (isKnown ? current?.id : undefined))) {
    await stripe.webhookEndpoints.del(old.id);
    console.log(`removed ${old.id} (version ${old.api_version ?? "of the account"})`);
  }
  return 0;
});

async function repairEndpoint(stripe: Stripe, publicUrl: string, endpoint: Stripe.WebhookEndpoint): Promise<void> {
  const isComplete = findUncoveredEvents(publicUrl, [endpoint]).length === 0;
  if (endpoint.status === "enabled" && isComplete) {
    console.log(`ok    ${endpoint.url} (${endpoint.id})`);
    return;
  }
  await stripe.webhookEndpoints.update(endpoint.id, { disabled: false, enabled_events: [...webhookEventTypes] });
  console.log(`mended ${endpoint.url} (${endpoint.id})`);
}

async function createEndpoint(stripe: Stripe, target: Target, url: string): Promise<void> {
  // as: the SDK's version is valid for new endpoints
  const api_version = Stripe.API_VERSION as Stripe.WebhookEndpointCreateParams.ApiVersion;
  const description = "Everything that the shop acts on; made by npm run stripe:endpoints";
  const endpoint = await stripe.webhookEndpoints.create({
    url,
    api_version,
    description,
    enabled_events: [...webhookEventTypes],
  });
  if (!endpoint.secret) throw new CommandError("Stripe returned no secret.");
  const known = (target.settings["STRIPE_WEBHOOK_SECRET"] ?? "").split(",").map((each) => each.trim());
  const secrets = [endpoint.secret, ...known.filter(Boolean)].join(",");
  saveSecret(target, "STRIPE_WEBHOOK_SECRET", secrets);
  console.log(`made  ${url} (${endpoint.id}); its secret is in ${target.file}`);
  if (target.name === "sandbox" && !process.env["WRANGLER"]) return;
  // `secret put` for a missing worker would create an empty one without a route.
  if (!(await isDeployed(target))) {
    console.log("`npm run deploy` brings it: no worker is deployed, or wrangler is not signed in.");
    return;
  }
  const { code } = await runWrangler(target, ["secret", "put", "STRIPE_WEBHOOK_SECRET"], { input: secrets });
  console.log(code === 0 ? "The worker has it." : "The worker does not have it yet: `npm run deploy` brings it.");
}

/**
 * False if wrangler cannot say what is deployed, as before it is signed in: docs/deploy.md sets up Stripe before
 * Cloudflare.
 */
async function isDeployed(target: Target): Promise<boolean> {
  try {
    return (await fetchCurrentVersion(target)) !== undefined;
  } catch (error) {
    if (error instanceof CommandError) return false;
    throw error;
  }
}
