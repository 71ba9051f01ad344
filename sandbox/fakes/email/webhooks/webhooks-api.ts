import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import { type ApiKeys, requireFullAccess } from "../account/keys.ts";
import { failure } from "../messages/failure.ts";
import type { SandboxEnv } from "../../service.ts";
import { webhookSecret } from "./svix.ts";

const createSchema = z.object({ endpoint: z.url(), events: z.array(z.string().startsWith("email.")).min(1) });
export const statuses = ["enabled", "disabled"] as const;
const updateSchema = createSchema.extend({ status: z.enum(statuses) }).partial();

export type Webhook = {
  id: string;
  created_at: string;
  endpoint: string;
  events: string[];
  status: (typeof statuses)[number];
};

const allEventTypes = [
  "email.bounced",
  "email.complained",
  "email.delivered",
  "email.delivery_delayed",
  "email.failed",
  "email.sent",
  "email.suppressed",
];

/** The account's webhooks: all have the sandbox's secret, and a restart resets them. */
export class WebhookList {
  readonly #endpoint: string;
  all: Webhook[];

  constructor(endpoint: string) {
    this.#endpoint = endpoint;
    this.all = [createWebhook({ endpoint, events: allEventTypes })];
  }

  /** Replaces all webhooks by one for these events, or by none if `events` is empty. */
  replace(events: string[], status: Webhook["status"]): void {
    this.all = events.length > 0 ? [{ ...createWebhook({ endpoint: this.#endpoint, events }), status }] : [];
  }
}

const createWebhook = (fields: { endpoint: string; events: string[] }): Webhook => ({
  id: randomUUID(),
  created_at: new Date().toISOString(),
  status: "enabled",
  ...fields,
});

export function webhooksProtocol(keys: ApiKeys, list: WebhookList) {
  const refuseMissing = () => failure(404, "not_found", "Webhook not found");
  const find = (id: string) => list.all.find((webhook) => webhook.id === id);
  return (
    new Hono<SandboxEnv>()
      .use("/webhooks", requireFullAccess(keys))
      .use("/webhooks/*", requireFullAccess(keys))
      // Lists omit the signing secret (https://resend.com/docs/api-reference/webhooks/list-webhooks).
      .get("/webhooks", (c) => c.json({ object: "list", has_more: false, data: list.all }))
      .get("/webhooks/:id", (c) => {
        const webhook = find(c.req.param("id"));
        return webhook ? c.json({ object: "webhook", ...webhook, signing_secret: webhookSecret }) : refuseMissing();
      })
      .post("/webhooks", async (c) => {
        const input = createSchema.safeParse(await c.req.json().catch(() => undefined));
        if (!input.success) return failure(422, "validation_error", z.prettifyError(input.error));
        const webhook = createWebhook(input.data);
        list.all.push(webhook);
        return c.json({ object: "webhook", id: webhook.id, signing_secret: webhookSecret }, 201);
      })
      .patch("/webhooks/:id", async (c) => {
        const webhook = find(c.req.param("id"));
        const input = updateSchema.safeParse(await c.req.json().catch(() => undefined));
        if (!webhook) return refuseMissing();
        if (!input.success) return failure(422, "validation_error", z.prettifyError(input.error));
        Object.assign(webhook, input.data);
        return c.json({ object: "webhook", id: webhook.id });
      })
  );
}
