import { Hono } from "hono";
import { z } from "zod";
import type { SandboxEnv } from "../service.ts";
import { notifyStore } from "./incoming/tell-store.ts";
import type { TextMessages } from "./state.ts";

type Account = { sid: string; token: string; number: string; sms_url: string };

const accountShape = z.strictObject({
  status: z.enum(["active", "suspended", "closed"]).optional(),
  type: z.enum(["Full", "Trial"]).optional(),
  /** A recipient whose carrier blocks our sender. */
  blocked: z.string().optional(),
  unblocked: z.string().optional(),
});
const incomingSchema = z.object({ from: z.string().regex(/^\+[1-9]\d{6,14}$/), text: z.string().min(1).max(1600) });

/** Messages are listed newest first. */
export function smsControls(messages: TextMessages, account: Account) {
  return new Hono<SandboxEnv>()
    .post("/sms/account", async (c) => {
      const parsed = accountShape.safeParse(await c.req.json().catch(() => undefined));
      if (!parsed.success) return c.json({ success: false, message: z.prettifyError(parsed.error) }, 400);
      if (parsed.data.blocked) messages.blocked.add(parsed.data.blocked);
      if (parsed.data.unblocked) messages.blocked.delete(parsed.data.unblocked);
      messages.status = parsed.data.status ?? messages.status;
      messages.type = parsed.data.type ?? messages.type;
      return c.json({ success: true });
    })
    .get("/sms.json", (c) => c.json(messages.list(c.req.query("to"))))
    .post("/sms/incoming", async (c) => {
      const isForm = c.req.header("content-type")?.startsWith("application/x-www-form-urlencoded") ?? false;
      const parsed = incomingSchema.safeParse(
        isForm ? await c.req.parseBody() : await c.req.json().catch(() => undefined),
      );
      if (!parsed.success) return c.json({ success: false, message: z.prettifyError(parsed.error) }, 400);
      const { from, text } = parsed.data;
      messages.receive({ from, text, created_at: new Date().toISOString() });
      const store_status = await notifyStore({ url: account.sms_url, account, to: account.number }, from, text);
      // The page's button submits a form.
      return isForm ? c.redirect("/", 303) : c.json({ success: true, store_status });
    });
}
