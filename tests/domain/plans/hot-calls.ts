import { Hono } from "hono";
import { toSql } from "../../../db/to-sql.ts";
import * as client from "../../../routes/v1/client.ts";
import { routes as people } from "../../../routes/v1/org.ts";
import { session } from "../../../routes/v1/sso.ts";
import { cart, products } from "../../../routes/v1/store.ts";
import type { Ctx } from "../../../worker/domain/context.ts";
import type { AppEnv } from "../../../worker/http/app-env.ts";

type HotCall = {
  method?: "POST";
  body?: unknown;
  /** What is read in the round trip of its session. */
  preloaded?: unknown;
  /** How many statements a browser's call sends where nothing is in its way; 1 when left out. */
  statements?: number;
};

/** The calls whose plans the database keeps, because browsers ask them most. */
const hotCalls: Record<string, HotCall> = {
  "/v1/client/activity": {},
  "/v1/client/downloads": {},
  "/v1/client/invoices": {},
  "/v1/client/notifications": {},
  "/v1/client/orders": {},
  "/v1/client/org-products": {},
  "/v1/client/subscriptions": {},
  "/v1/org/users": {},
  "/v1/sso/session": {},
  "/v1/store/cart": {},
  "/v1/store/cart/products/{id}": {
    method: "POST",
    body: { quantity: 1 },
    preloaded: { level: "Base Price", has_cart: true },
    statements: 2,
  },
  "/v1/store/products": {},
};
const routes = [...Object.values(client), people, session, cart, products].flat();

/** A statement of a hot call, named by the call's path; one that is not the call's first also by its place. */
export type HotStatement = { name: string; path: string; call: HotCall; index: number };
export const hotStatements: HotStatement[] = Object.entries(hotCalls).flatMap(([path, call]) =>
  Array.from({ length: call.statements ?? 1 }, (_, index) => ({
    name: index === 0 ? path : `${path} ${index + 1}`,
    path,
    call,
    index,
  })),
);

/** The request of a hot call, on a thing of this id where it is one of a thing. */
export const requestOf = ({ path, call: { method, body } }: HotStatement, id: string) => ({
  path: path.replace("{id}", id),
  method: method ?? "GET",
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

const anybody = "00000000-0000-7000-8000-000000000000";
const found = { kind: "cookie", is_active: true, has_agreed: true, roles: ["org", "buyer"] };

/** The text that a call sends for a browser with a session, as the code of this checkout prints it. */
export async function statementOf(hot: HotStatement): Promise<string> {
  const sent: string[] = [];
  const row = { ...found, session_id: anybody, user_id: anybody, org_id: anybody, preloaded: hot.call.preloaded };
  // nothing but a database is asked before these statements
  const ctx = {
    actor: { kind: "visitor" },
    settings: {},
    db: {
      execute: async (statement) => {
        sent.push(toSql(statement).text);
        return { rows: hot.index > 0 && sent.length === 1 ? [row] : [], rowCount: 0 };
      },
      batch: async () => [],
    },
  } as Pick<Ctx, "db"> as Ctx;
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    c.set("ctx", ctx);
    await next();
  });
  for (const { method, path, handle } of routes) app.on(method, path, handle);
  app.onError((_, c) => c.body(null, 500));
  const { path, ...request } = requestOf(hot, anybody);
  const headers = {
    cookie: "__Host-session=nobody",
    "sec-fetch-site": "same-origin",
    "content-type": "application/json",
  };
  await app.request(path, { ...request, headers });
  const text = sent[hot.index];
  if (text === undefined) throw new Error(`${hot.name} is no statement that was sent`);
  return text;
}
