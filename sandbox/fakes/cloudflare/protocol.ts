import { Hono } from "hono";
import type { SandboxEnv } from "../service.ts";
import type { Account } from "./state.ts";

/**
 * The parts of Cloudflare's API that list the worker's resources: queues, R2 buckets and objects, crons of a script
 * (developers.cloudflare.com/api). The platform itself is workerd.
 */
export function cloudflareProtocol(account: Account) {
  const answer = (result: unknown) => Response.json({ success: true, errors: [], messages: [], result });
  return (
    new Hono<SandboxEnv>()
      .use(async (c, next) => {
        if (c.req.header("authorization") === `Bearer ${account.token}`) return next();
        return refuse(403, 10000, "Authentication error");
      })
      .get("/user/tokens/verify", () => answer({ id: "1", status: account.may === "expired" ? "expired" : "active" }))
      // Permission is checked before the body: what only reads is refused, what may write is told that the body is wrong.
      .post("/accounts/:account/queues", () => writing(account))
      .post("/accounts/:account/workers/scripts/:script/versions", () => writing(account))
      .get("/accounts/:account/queues", () =>
        answer(account.queues.map((queue_name, i) => ({ queue_id: String(i), queue_name }))),
      )
      .get("/accounts/:account/r2/buckets", () => answer({ buckets: account.buckets.map((name) => ({ name })) }))
      .get("/accounts/:account/r2/buckets/:bucket/objects/*", (c) => {
        const found = account.objects.get(objectOf(c.req.path));
        return found === undefined ? refuse(404, 10007, "The specified key does not exist.") : c.body(found);
      })
      .put("/accounts/:account/r2/buckets/:bucket/objects/*", async (c) => {
        account.objects.set(objectOf(c.req.path), await c.req.text());
        return answer({});
      })
      .get("/accounts/:account/workers/scripts/:script/schedules", (c) =>
        c.req.param("script") === "crunchbox"
          ? answer({ schedules: account.crons.map((cron) => ({ cron })) })
          : refuse(404, 10007, "This Worker does not exist on your account."),
      )
  );
}

/** "bucket/key" from the path of an object. */
const objectOf = (path: string): string => path.replace(/^.*\/r2\/buckets\/([^/]+)\/objects\//, "$1/");

const writing = ({ may }: Account): Response =>
  may === "edit" ? refuse(400, 10001, "Invalid request body") : refuse(403, 10000, "Authentication error");

function refuse(status: number, code: number, message: string): Response {
  return Response.json({ success: false, errors: [{ code, message }], messages: [], result: null }, { status });
}
