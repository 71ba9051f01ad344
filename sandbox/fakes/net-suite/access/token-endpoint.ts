import { Hono } from "hono";
import type { SandboxEnv } from "../../service.ts";
import { type Access, TokenRefusal } from "./access.ts";

const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/**
 * Client credentials flow (docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_162755359851.html, the
 * assertion: section_162790605110.html).
 */
export function tokenEndpoint(access: Access) {
  return new Hono<SandboxEnv>().post("/", async (c) => {
    if (!c.req.header("content-type")?.startsWith("application/x-www-form-urlencoded"))
      return c.json({ error: "invalid_request", error_description: "The body is no form." }, 400);
    const form = new URLSearchParams(await c.req.text());
    if (form.get("grant_type") !== "client_credentials") return c.json({ error: "unsupported_grant_type" }, 400);
    if (form.get("client_assertion_type") !== assertionType) return c.json({ error: "invalid_request" }, 400);
    try {
      const access_token = access.grant(form.get("client_assertion") ?? "");
      return c.json({ access_token, expires_in: "3600", token_type: "bearer" });
    } catch (error) {
      if (!(error instanceof TokenRefusal)) throw error;
      const status = error.code === "invalid_client" ? 401 : 400;
      return c.json({ error: error.code, error_description: error.message }, status);
    }
  });
}
