import { z } from "zod";
import { answersWithinMs, type Check, ok, todo } from "./check.ts";

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
  {
    name: "mail: bounces",
    run: async ({ settings: { EMAIL_WEBHOOK_SECRET = "", PUBLIC_URL = "" } }) =>
      EMAIL_WEBHOOK_SECRET.split(",").some((secret) => secret.trim().startsWith("whsec_"))
        ? ok()
        : todo(
            `Make a webhook to ${PUBLIC_URL}/v1/callbacks/email at https://resend.com/webhooks for email.bounced, email.complained, email.suppressed and email.delivered, and set EMAIL_WEBHOOK_SECRET: nobody learns of mails that come back before.`,
          ),
  },
];
