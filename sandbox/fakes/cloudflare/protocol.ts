import { type Context, Hono } from "hono";
import { z } from "zod";
import type { SandboxEnv } from "../service.ts";
import { type Account, locksShape, newZoneSettings } from "./state.ts";

/**
 * The part of Cloudflare's API that operator commands use (developers.cloudflare.com/api): token, plan, queues, R2
 * buckets with locks and objects, a script's crons and secrets, custom domains, and the zone.
 */
export function cloudflareProtocol(account: Account) {
  const { objects } = account;
  return (
    new Hono<SandboxEnv>()
      .use(async (c, next) => {
        if (c.req.header("authorization") === `Bearer ${account.token}`) return next();
        return refuse(403, 10000, "Authentication error");
      })
      .get("/user/tokens/verify", () =>
        sendResult({ id: "1", status: account.state.token === "expired" ? "expired" : "active" }),
      )
      .use("/accounts/:account/*", async (c, next) =>
        c.req.param("account") === account.id ? next() : refuse(403, 10000, "Authentication error"),
      )
      .get("/accounts/:account/subscriptions", requirePermission("Billing: Read"), () =>
        sendResult(
          account.state.plan === "paid" ? [{ id: "1", rate_plan: { id: "workers_paid", scope: "account" } }] : [],
        ),
      )
      // The permission is checked before the body.
      .post("/accounts/:account/queues", requirePermission("Queues: Edit"), async (c) => {
        const { queue_name } = z.object({ queue_name: z.string().optional() }).parse(await c.req.json());
        if (!queue_name) return refuse(400, 10001, "Invalid request body");
        account.change({ queues: [...account.state.queues, queue_name] });
        return sendResult({ queue_id: queue_name, queue_name });
      })
      .post("/accounts/:account/workers/scripts/:script/versions", requirePermission("Workers Scripts: Edit"), () =>
        refuse(400, 10001, "Invalid request body"),
      )
      .get("/accounts/:account/queues", requirePermission("Queues: Read"), () =>
        sendResult(account.state.queues.map((queue_name, i) => ({ queue_id: String(i), queue_name }))),
      )
      .get("/accounts/:account/r2/buckets", requirePermission("Workers R2 Storage: Read"), () =>
        sendResult({ buckets: account.state.buckets.map((name) => ({ name })) }),
      )
      .post("/accounts/:account/r2/buckets", requirePermission("Workers R2 Storage: Edit"), async (c) => {
        const { name } = z.object({ name: z.string() }).parse(await c.req.json());
        account.change({ buckets: [...account.state.buckets, name], locks: [] });
        return sendResult({ name });
      })
      .get("/accounts/:account/r2/buckets/:bucket/lock", requirePermission("Workers R2 Storage: Read"), () =>
        sendResult({ rules: account.state.locks }),
      )
      .put("/accounts/:account/r2/buckets/:bucket/lock", requirePermission("Workers R2 Storage: Edit"), async (c) => {
        account.change({ locks: locksShape.parse(await c.req.json()).rules });
        return sendResult({});
      })
      .get("/accounts/:account/r2/buckets/:bucket/objects/*", requirePermission("Workers R2 Storage: Read"), (c) => {
        const found = objects.get(toObjectKey(c.req.path));
        return found === undefined ? refuse(404, 10007, "The specified key does not exist.") : c.body(found);
      })
      .put(
        "/accounts/:account/r2/buckets/:bucket/objects/*",
        requirePermission("Workers R2 Storage: Edit"),
        async (c) => {
          objects.set(toObjectKey(c.req.path), await c.req.text());
          return sendResult({});
        },
      )
      .get("/accounts/:account/workers/scripts/:script/schedules", requirePermission("Workers Scripts: Read"), (c) =>
        sendScriptResult(c, { schedules: account.state.crons.map((cron) => ({ cron })) }),
      )
      .get("/accounts/:account/workers/scripts/:script/secrets", requirePermission("Workers Scripts: Read"), (c) =>
        sendScriptResult(
          c,
          account.state.secrets.map((name) => ({ name, type: "secret_text" })),
        ),
      )
      .get("/accounts/:account/workers/domains", requirePermission("Workers Scripts: Read"), () =>
        sendResult(Object.entries(account.state.domains).map(([hostname, service]) => ({ hostname, service }))),
      )
      .get("/zones", requirePermission("Zone: Read"), (c) =>
        sendResult(
          account.state.zones.filter((name) => name === c.req.query("name")).map((name) => ({ id: name, name })),
        ),
      )
      .post("/zones/:zone/workers/routes", requirePermission("Workers Routes: Edit"), () =>
        refuse(400, 10022, "Route pattern must include zone name: "),
      )
      .get("/zones/:zone/settings/:id", requirePermission("Zone Settings: Read"), (c) => {
        const id = c.req.param("id") ?? "";
        const value = account.state.zone_settings[id] ?? newZoneSettings[id];
        return value === undefined ? refuse(404, 1003, "Invalid zone setting") : sendResult({ id, value });
      })
      .get("/zones/:zone/bot_management", requirePermission("Bot Management: Read"), () =>
        sendResult(account.state.bots),
      )
      .get(
        "/zones/:zone/rulesets/phases/http_request_firewall_custom/entrypoint",
        requirePermission("Zone WAF: Read"),
        () =>
          account.state.rules.length > 0
            ? sendResult({ rules: account.state.rules })
            : refuse(404, 10003, "could not find entrypoint ruleset in the http_request_firewall_custom phase"),
      )
  );

  /** Edit includes Read, so a token without Read has no Edit either. */
  function requirePermission(permission: string) {
    const neededPermissions = [permission, permission.replace(/: Edit$/, ": Read")];
    return async (_c: Context<SandboxEnv>, next: () => Promise<void>) => {
      const { lacks, token } = account.state;
      const isRefused =
        neededPermissions.some((each) => lacks.includes(each)) || (token === "read" && permission.endsWith("Edit"));
      if (isRefused) return refuse(403, 10000, "Authentication error");
      await next();
    };
  }
}

const sendResult = (result: unknown) => Response.json({ success: true, errors: [], messages: [], result });

const sendScriptResult = (c: Context<SandboxEnv>, result: unknown): Response =>
  c.req.param("script") === "crunchbox"
    ? sendResult(result)
    : refuse(404, 10007, "This Worker does not exist on your account.");

/** The object's key with its bucket, such as "bucket/key". */
const toObjectKey = (path: string): string => path.replace(/^.*\/r2\/buckets\/([^/]+)\/objects\//, "$1/");

function refuse(status: number, code: number, message: string): Response {
  return Response.json({ success: false, errors: [{ code, message }], messages: [], result: null }, { status });
}
