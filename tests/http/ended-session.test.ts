import { sql } from "drizzle-orm";
import { Hono } from "hono";
import { createElement } from "react";
import { expect, inject, test, vi } from "vitest";
import { openDb } from "../../db/client.ts";
import type { AppEnv } from "../../worker/http/app-env.ts";
import { page } from "../../worker/http/page.ts";
import { Redirect } from "../../worker/http/page-spec.ts";
import type { Ctx } from "../../worker/domain/context.ts";
import { parseSettings } from "../../worker/env.ts";
import { signedIn } from "../support/actors.ts";
import { query } from "../support/database.ts";

// Asset names exist only in a build.
vi.mock("virtual:assets", () => ({ default: { stylesheets: { site: { href: "" } }, islands: {} } }));

/** A page in this process, over the real database, that counts how often its `load` runs. */
function countingPage(access: "visitor-or-session" | "session") {
  const settings = parseSettings(inject("workerVars"));
  const request = {
    request_id: crypto.randomUUID(),
    started_at: Date.now(),
    remote_ip: "127.0.0.1",
    network: "127.0.0.1",
  };
  const noopServices = {
    defer: () => {},
    wakeWorkers: () => {},
    log: () => {},
    time_zone: () => "UTC",
    user_agent: "test",
    place: { country: null, city: null },
    changesAt: () => {},
  };
  const ctx: Ctx = {
    db: openDb(settings),
    changed: new Set(),
    actor: { kind: "visitor" },
    settings,
    gateways: {} as Ctx["gateways"], // the page calls none
    ...request,
    ...noopServices,
    usage: { statements: 0, database_ms: 0 },
  };
  const loads: string[] = [];
  const route = page({
    path: "/counting",
    access,
    async load({ ctx: pageContext, viewer }) {
      loads.push("begun");
      const [rows, user] = await Promise.all([pageContext.db.execute<{ n: number }>(sql`select 1 as n`), viewer()]);
      loads.push("read");
      throw new Redirect(`/read/${rows.rows[0]?.n}/${user?.user_id ?? "visitor"}`);
    },
    head: () => ({ title: "" }),
    view: () => createElement("p"),
  });
  const app = new Hono<AppEnv>();
  app.use((c, next) => {
    c.set("ctx", ctx);
    return next();
  });
  app.get(route.path, route.handle);
  const open = async (token: string) => {
    const answer = await app.request(route.path, { headers: { cookie: `__Host-session=${token}` } });
    return answer.headers.get("location");
  };
  return { open, loads };
}

test("a page for visitors is loaded once for the cookie of a session that has ended", async () => {
  const { token, user } = await signedIn();
  const { open, loads } = countingPage("visitor-or-session");
  expect(await open(token)).toBe(`/read/1/${user.id}`);
  expect(loads.splice(0)).toEqual(["begun", "read"]);
  await query("update sessions set revoked_at = now() where user_id = $1", [user.id]);
  expect(await open(token)).toBe("/read/1/visitor");
  expect(loads).toEqual(["begun", "read"]);
});

test("a page with a session reads nothing for the cookie of one that has ended", async () => {
  const { token, user } = await signedIn();
  await query("update sessions set revoked_at = now() where user_id = $1", [user.id]);
  const { open, loads } = countingPage("session");
  expect(await open(token)).toMatch(/^\/sign-in\/crunchbox\?/);
  expect(loads).toEqual(["begun"]);
});
