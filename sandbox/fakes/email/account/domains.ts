import { Hono } from "hono";
import { z } from "zod";
import type { SandboxEnv } from "../../service.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";

const statuses = ["not_started", "pending", "verified", "failure", "temporary_failure"] as const;
const controlShape = z.strictObject({ status: z.enum(statuses) });

/** The sending domain and its DNS status; reset by a restart. */
export class Domain {
  readonly name = "crunchbox.test";
  status: (typeof statuses)[number] = "verified";
}

/**
 * Resend's `GET /domains` (resend.com/docs/api-reference/domains/list-domains) and `GET /webhooks`
 * (resend.com/docs/api-reference/webhooks/list-webhooks).
 */
export function domainsProtocol(apiKey: string, domain: Domain, webhooks: Webhooks) {
  const routes = new Hono<SandboxEnv>().on("GET", ["/domains", "/webhooks"], async (c, next) => {
    const authorization = c.req.header("authorization");
    if (!c.req.header("user-agent")) return c.text("error code: 1010", 403);
    if (!authorization) return refuse(401, "missing_api_key", "Missing API key in the authorization header");
    if (authorization !== `Bearer ${apiKey}`) return refuse(403, "invalid_api_key", "API key is invalid");
    return next();
  });
  routes.get("/webhooks", (c) => {
    const listed = {
      id: "7ab123cd-ef45-6789-abcd-ef0123456789",
      created_at: "2026-11-01 08:00:00.000000+00",
      status: "enabled",
      endpoint: webhooks.endpoint,
      events: webhooks.events,
    };
    return c.json({ object: "list", has_more: false, data: [listed] });
  });
  return routes.get("/domains", (c) => {
    const listed = {
      id: "d91cd9bd-1176-453e-8fc1-35364d380206",
      name: domain.name,
      status: domain.status,
      created_at: "2026-11-01T08:00:00.000000+00:00",
      region: "us-east-1",
      capabilities: { sending: "enabled", receiving: "disabled" },
    };
    return c.json({ object: "list", has_more: false, data: [listed] });
  });
}

/** `POST /mail/domain {"status": "pending"}` sets the DNS status. */
export function domainControls(domain: Domain) {
  return new Hono<SandboxEnv>().post("/mail/domain", async (c) => {
    const body: unknown = await c.req.json().catch(() => undefined);
    const input = controlShape.safeParse(body);
    if (!input.success) return c.json({ success: false, message: z.prettifyError(input.error) }, 400);
    domain.status = input.data.status;
    return c.json({ name: domain.name, status: domain.status });
  });
}

function refuse(statusCode: number, name: string, message: string): Response {
  return Response.json({ statusCode, name, message }, { status: statusCode });
}
