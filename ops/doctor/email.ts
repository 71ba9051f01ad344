import { z } from "zod";
import { askResend, emailEvents, emailWebhookUrl, fetchWebhooks, fetchSigningSecret } from "../resend.ts";
import type { Target } from "../target.ts";
import { type Check, ok, type Outcome, todo } from "./check.ts";

const answerSchema = z.object({
  data: z.array(z.object({ name: z.string(), status: z.string() })).optional(),
  name: z.string().optional(),
});

/** https://resend.com/docs/api-reference */
export const emailChecks: Check[] = [
  { name: "mail: key", run: checkKey },
  { name: "mail: domain", run: checkDomain },
  { name: "mail: bounces", run: checkWebhook },
];

/** Sends an empty mail: a valid key gets a validation error, and nothing is sent. */
async function checkKey({ settings }: Target): Promise<Outcome> {
  const { EMAIL_API_KEY: key = "" } = settings;
  if (!key) return todo("Set EMAIL_API_KEY: make a key that may only send at https://resend.com/api-keys.");
  const response = await askResend(settings, { method: "POST", path: "/emails", body: {}, key });
  const { name } = answerSchema.parse(await response.json());
  const isRefused = response.status === 401 || response.status === 403;
  return isRefused ? todo(`Resend refuses EMAIL_API_KEY (${response.status} ${name ?? ""}).`) : ok();
}

/** https://resend.com/docs/api-reference/domains/list-domains */
async function checkDomain({ settings }: Target): Promise<Outcome> {
  const { EMAIL_ADMIN_KEY, EMAIL_FROM = "" } = settings;
  const response = await askResend(settings, { path: "/domains?limit=100" });
  const { data, name } = answerSchema.parse(await response.json());
  if (name === "restricted_api_key") return todo(adminKeyMessage);
  if (!response.ok || !data) {
    const key = EMAIL_ADMIN_KEY ? "EMAIL_ADMIN_KEY" : "EMAIL_API_KEY";
    return todo(`Resend refuses ${key} (${response.status} ${name ?? ""}).`);
  }
  const domain = /@([^\s>]+)>?$/.exec(EMAIL_FROM)?.[1]?.toLowerCase() ?? "";
  const domainRecord = data.find((one) => one.name.toLowerCase() === domain);
  if (!domainRecord) return todo(`Add ${domain}, the domain of EMAIL_FROM, at https://resend.com/domains.`);
  if (domainRecord.status !== "verified") {
    return todo(`${domain} is ${domainRecord.status}: set its DNS records as https://resend.com/domains says.`);
  }
  return ok(domain);
}

const adminKeyMessage =
  "EMAIL_API_KEY may only send, as it should: put a key with full access into EMAIL_ADMIN_KEY, here only.";

async function checkWebhook({ settings }: Target): Promise<Outcome> {
  const { EMAIL_WEBHOOK_SECRET = "", EMAIL_ADMIN_KEY } = settings;
  const secrets = EMAIL_WEBHOOK_SECRET.split(",").map((secret) => secret.trim());
  const url = emailWebhookUrl(settings);
  const instructions = `Make a webhook to ${url} at https://resend.com/webhooks for ${emailEvents.join(", ")}, and set EMAIL_WEBHOOK_SECRET: nobody learns of mails that come back before.`;
  if (!secrets.some((secret) => secret.startsWith("whsec_"))) return todo(instructions);
  if (!EMAIL_ADMIN_KEY) return todo(adminKeyMessage);
  const webhooks = await fetchWebhooks(settings);
  const webhook = webhooks.find(({ status }) => status === "enabled");
  if (!webhook)
    return todo(webhooks.length > 0 ? `Resend has switched the webhook to ${url} off: enable it.` : instructions);
  const missing = emailEvents.filter((type) => !webhook.events?.includes(type));
  if (missing.length > 0)
    return todo(`Add ${missing.join(", ")} to the webhook to ${url} at https://resend.com/webhooks.`);
  return secrets.includes(await fetchSigningSecret(settings, webhook.id))
    ? ok()
    : todo(
        `EMAIL_WEBHOOK_SECRET is not the signing secret of the webhook to ${url}: copy it from https://resend.com/webhooks.`,
      );
}
