import { Hono } from "hono";
import { z } from "zod";
import type { SandboxEnv } from "../../service.ts";
import { type ApiKeys, requireFullAccess } from "./keys.ts";

const statuses = ["not_started", "pending", "verified", "failure", "temporary_failure"] as const;
const controlShape = z.strictObject({ status: z.enum(statuses), name: z.string().optional() });

/** The sending domain; a restart resets it. */
export class Domain {
  name = "crunchbox.test";
  status: (typeof statuses)[number] = "verified";
}

/** resend.com/docs/api-reference/domains/list-domains */
export function domainsProtocol(keys: ApiKeys, domain: Domain) {
  return new Hono<SandboxEnv>().get("/domains", requireFullAccess(keys), (c) => {
    const domainEntry = {
      id: "d91cd9bd-1176-453e-8fc1-35364d380206",
      name: domain.name,
      status: domain.status,
      created_at: "2026-11-01T08:00:00.000000+00:00",
      region: "us-east-1",
      capabilities: { sending: "enabled", receiving: "disabled" },
    };
    return c.json({ object: "list", has_more: false, data: [domainEntry] });
  });
}

/** Changes the sending domain: `POST /mail/domain {"status": "pending"}`. */
export function domainControls(domain: Domain) {
  return new Hono<SandboxEnv>().post("/mail/domain", async (c) => {
    const body: unknown = await c.req.json().catch(() => undefined);
    const input = controlShape.safeParse(body);
    if (!input.success) return c.json({ success: false, message: z.prettifyError(input.error) }, 400);
    domain.status = input.data.status;
    domain.name = input.data.name ?? domain.name;
    return c.json({ name: domain.name, status: domain.status });
  });
}
