import { Hono } from "hono";
import { print } from "../../../db/print.ts";
import { routes as activity } from "../../../routes/v1/client/activity.ts";
import { routes as downloads } from "../../../routes/v1/client/downloads.ts";
import { routes as invoices } from "../../../routes/v1/client/invoices.ts";
import { routes as notifications } from "../../../routes/v1/client/notifications.ts";
import { routes as orders } from "../../../routes/v1/client/orders.ts";
import { routes as devices } from "../../../routes/v1/client/org-products.ts";
import { routes as subscriptions } from "../../../routes/v1/client/subscriptions.ts";
import { routes as people } from "../../../routes/v1/org.ts";
import { routes as session } from "../../../routes/v1/sso/session.ts";
import { routes as products } from "../../../routes/v1/store/products.ts";
import type { Ctx } from "../../../worker/domain/context.ts";
import type { AppEnv } from "../../../worker/http/app-env.ts";

/** The calls whose plans the database keeps, because browsers ask them most. */
export const hotCalls = [
  "/v1/client/activity",
  "/v1/client/downloads",
  "/v1/client/invoices",
  "/v1/client/notifications",
  "/v1/client/orders",
  "/v1/client/org-products",
  "/v1/client/subscriptions",
  "/v1/org/users",
  "/v1/sso/session",
  "/v1/store/products",
];
const routes = [
  ...[activity, downloads, invoices, notifications, orders, devices, subscriptions, people, session, products],
].flat();

/** The first statement that a call sends for a browser with a session, as the code of this checkout prints it. */
export async function statementOf(path: string): Promise<string> {
  const sent: string[] = [];
  // nothing but a database is asked before that statement
  const ctx = {
    actor: { kind: "visitor" },
    settings: {},
    db: {
      execute: async (statement) => {
        sent.push(print(statement).text);
        return { rows: [], rowCount: 0 };
      },
      batch: async () => [],
    },
  } as Pick<Ctx, "db"> as Ctx;
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    c.set("ctx", ctx);
    await next();
  });
  for (const { method, path: mounted, handle } of routes) app.on(method, mounted, handle);
  app.onError((_, c) => c.body(null, 500));
  await app.request(path, { headers: { cookie: "__Host-session=nobody" } });
  const [first] = sent;
  if (first === undefined) throw new Error(`${path} sends no statement`);
  return first;
}
