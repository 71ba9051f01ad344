import { z } from "zod";
import type { Target } from "../target.ts";
import { answersWithinMs, type Check, ok, type Outcome, todo } from "./check.ts";

const answerSchema = z.object({
  data: z.array(z.object({ name: z.string(), status: z.string() })).optional(),
  name: z.string().optional(),
});

/** Permission to send mail from EMAIL_FROM (https://resend.com/docs/api-reference/domains/list-domains). */
export const emailChecks: Check[] = [
  {
    name: "mail: domain",
    run: async ({ settings }) => {
      const {
        EMAIL_API_URL = "https://api.resend.com",
        EMAIL_API_KEY = "",
        EMAIL_ADMIN_KEY,
        EMAIL_FROM = "",
      } = settings;
      const response = await fetch(`${EMAIL_API_URL}/domains?limit=100`, {
        headers: { authorization: `Bearer ${EMAIL_ADMIN_KEY || EMAIL_API_KEY}`, "user-agent": "crunchbox-doctor/1" },
        signal: AbortSignal.timeout(answersWithinMs),
      });
      const { data, name } = answerSchema.parse(await response.json());
      if (name === "restricted_api_key") {
        return todo(
          "EMAIL_API_KEY may only send, as it should: put a key with full access into EMAIL_ADMIN_KEY, here only.",
        );
      }
      if (!response.ok || !data) return todo(`Resend refuses EMAIL_API_KEY (${response.status} ${name ?? ""}).`);
      const domain = /@([^\s>]+)>?$/.exec(EMAIL_FROM)?.[1]?.toLowerCase() ?? "";
      const found = data.find((one) => one.name.toLowerCase() === domain);
      if (!found) return todo(`Add ${domain}, the domain of EMAIL_FROM, at https://resend.com/domains.`);
      if (found.status !== "verified") {
        return todo(`${domain} is ${found.status}: set its DNS records as https://resend.com/domains says.`);
      }
      return ok(domain);
    },
  },
  { name: "mail: bounces", run: checkWebhook },
];

/** Event types of which the shop needs to learn (https://resend.com/docs/webhooks/event-types). */
const eventTypes = ["email.bounced", "email.complained", "email.delivered", "email.failed", "email.suppressed"];
const webhooksSchema = z.object({
  data: z.array(z.object({ endpoint: z.string(), status: z.string(), events: z.array(z.string()) })).optional(),
});

/** The webhook at Resend (https://resend.com/docs/api-reference/webhooks/list-webhooks). */
async function checkWebhook({ settings }: Target): Promise<Outcome> {
  const { EMAIL_WEBHOOK_SECRET = "", PUBLIC_URL = "", EMAIL_API_KEY = "", EMAIL_ADMIN_KEY } = settings;
  const { EMAIL_API_URL = "https://api.resend.com" } = settings;
  const wanted = `${PUBLIC_URL.replace(/\/$/, "")}/v1/callbacks/email`;
  const types = new Intl.ListFormat("en").format(eventTypes);
  const how = `a webhook to ${wanted} at https://resend.com/webhooks for ${types}`;
  const before = "nobody learns of mails that fail or come back before.";
  if (!EMAIL_WEBHOOK_SECRET.split(",").some((secret) => secret.trim().startsWith("whsec_")))
    return todo(`Make ${how}, and set EMAIL_WEBHOOK_SECRET: ${before}`);
  const response = await fetch(`${EMAIL_API_URL}/webhooks?limit=100`, {
    headers: { authorization: `Bearer ${EMAIL_ADMIN_KEY || EMAIL_API_KEY}`, "user-agent": "crunchbox-doctor/1" },
    signal: AbortSignal.timeout(answersWithinMs),
  });
  const { data } = webhooksSchema.parse(await response.json());
  if (!response.ok || !data)
    return todo(`Resend does not list its webhooks (${response.status}): set EMAIL_ADMIN_KEY, here only.`);
  const ours = data.filter(({ endpoint }) => endpoint === wanted);
  if (ours.length === 0) return todo(`Make ${how}: ${before}`);
  const enabled = ours.filter(({ status }) => status === "enabled");
  if (enabled.length === 0) return todo(`Resend has turned off the webhook to ${wanted}: turn it on.`);
  const missing = eventTypes.filter((type) => !enabled.some(({ events }) => events.includes(type)));
  if (missing.length === 0) return ok();
  return todo(`Add ${missing.join(" and ")} to the webhook to ${wanted} at https://resend.com/webhooks.`);
}
