import { Hono } from "hono";
import { z } from "zod";
import type { SandboxEnv } from "../service.ts";
import { type Account, accountShape } from "./state.ts";

/** `POST /cloudflare/account {"queues": []}` replaces the resources and settings of the account that the body names. */
export function cloudflareControls(account: Account) {
  return new Hono<SandboxEnv>().post("/account", async (c) => {
    const body: unknown = await c.req.json().catch(() => undefined);
    const parsedChange = accountShape.safeParse(body);
    if (!parsedChange.success) return c.json({ success: false, message: z.prettifyError(parsedChange.error) }, 400);
    account.change(parsedChange.data);
    return c.json(account.state);
  });
}
