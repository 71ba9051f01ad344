import { z } from "zod";
import type { Target } from "./target.ts";

const requestTimeoutMs = 10_000;
const webhooksSchema = z.object({
  data: z.array(
    z.object({ id: z.string(), endpoint: z.string(), status: z.string(), events: z.array(z.string()).nullable() }),
  ),
});
export type Webhook = z.output<typeof webhooksSchema>["data"][number];

/** https://resend.com/docs/webhooks/event-types */
export const emailEvents = ["email.bounced", "email.complained", "email.delivered", "email.failed", "email.suppressed"];

export const emailWebhookUrl = ({ PUBLIC_URL = "" }: Target["settings"]): string =>
  `${PUBLIC_URL.replace(/\/$/, "")}/v1/callbacks/email`;

/** The default key is EMAIL_ADMIN_KEY, or EMAIL_API_KEY without one. */
export function askResend(
  settings: Target["settings"],
  { method = "GET", path, body, key }: { method?: string; path: string; body?: unknown; key?: string },
): Promise<Response> {
  const { EMAIL_API_URL = "https://api.resend.com", EMAIL_API_KEY = "", EMAIL_ADMIN_KEY } = settings;
  return fetch(`${EMAIL_API_URL}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key ?? (EMAIL_ADMIN_KEY || EMAIL_API_KEY)}`,
      "user-agent": "crunchbox-doctor/1",
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
}

/** https://resend.com/docs/api-reference/webhooks/list-webhooks */
export async function fetchWebhooks(settings: Target["settings"]): Promise<Webhook[]> {
  const response = await askResend(settings, { path: "/webhooks?limit=100" });
  if (!response.ok) throw new Error(`Resend answered ${response.status} when asked for its webhooks`);
  const { data } = webhooksSchema.parse(await response.json());
  return data.filter(({ endpoint }) => endpoint === emailWebhookUrl(settings));
}

/** https://resend.com/docs/api-reference/webhooks/get-webhook */
export async function fetchSigningSecret(settings: Target["settings"], id: string): Promise<string> {
  const response = await askResend(settings, { path: `/webhooks/${id}` });
  return z.object({ signing_secret: z.string() }).parse(await response.json()).signing_secret;
}
