import { Hono } from "hono";
import { z } from "zod";
import type { SandboxEnv } from "../service.ts";
import { type Account, accountShape } from "./state.ts";

/** `POST /cloudflare/account {"queues": []}` replaces the account's resources and settings. */
export function cloudflareControls(account: Account) {
  return new Hono<SandboxEnv>().post("/account", async (c) => {
    const body: unknown = await c.req.json().catch(() => undefined);
    const change = accountShape.safeParse(body);
    if (!change.success) return c.json({ success: false, message: z.prettifyError(change.error) }, 400);
    account.change(change.data);
    return c.json(account.state);
  });
}
