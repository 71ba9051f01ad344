import { type Context, Hono } from "hono";
import { z } from "zod";
import type { SandboxEnv } from "../service.ts";
import { mailSandboxFlags, listPage, mailPage, missingPage } from "./page.ts";
import type { Account, Mail, Mails } from "./state.ts";
import type { Recipients } from "./webhooks/recipients.ts";
import { statuses, type WebhookList } from "./webhooks/webhooks-api.ts";
import type { Webhooks } from "./webhooks/webhooks.ts";

interface Parts {
  mails: Mails;
  account: Account;
  recipients: Recipients;
  webhooks: Webhooks;
  list: WebhookList;
}

const accountSchema = z.strictObject({
  requests_per_second: z.int().min(1).max(1_000_000),
});
const failureSchema = z.strictObject({ reason: z.string().nullable() });
const webhookSchema = z.strictObject({ events: z.array(z.string()), status: z.enum(statuses).default("enabled") });
const finalStatusSchema = z.enum(["bounced", "complained", "delivered", "failed", "suppressed"]);

/** Mails are listed newest first, suppressed addresses oldest first. */
export function emailControls({ mails, account, recipients, webhooks, list }: Parts) {
  const find = (c: Context) => mails.find(c.req.param("id"));
  const toJson = (mail: Mail) => {
    const { id, subject, text, html, headers, created_at, idempotency_key } = mail;
    const status = mails.statusOf(mail);
    return { id, to: mail.to.join(", "), subject, text, html, headers, created_at, idempotency_key, status };
  };
  return new Hono<SandboxEnv>()
    .get("/mail.json", (c) => c.json(mails.list(c.req.query("to")).map(toJson)))
    .get("/mail", (c) => {
      const to = c.req.query("to") ?? "";
      const listedMails = mails.list(to).map((mail) => ({ ...mail, status: mails.statusOf(mail) }));
      return c.html(listPage(listedMails, to));
    })
    .post("/mail/account", async (c) => {
      const parsed = accountSchema.safeParse(await c.req.json().catch(() => undefined));
      if (!parsed.success) return c.json({ success: false, message: z.prettifyError(parsed.error) }, 400);
      account.limitTo(parsed.data.requests_per_second);
      return c.json({ success: true });
    })
    .post("/mail/failing", async (c) => {
      const parsed = failureSchema.safeParse(await c.req.json().catch(() => undefined));
      if (!parsed.success) return c.json({ success: false, message: z.prettifyError(parsed.error) }, 400);
      account.failing = parsed.data.reason;
      return c.json({ success: true });
    })
    .post("/mail/webhook", async (c) => {
      const parsed = webhookSchema.safeParse(await c.req.json().catch(() => undefined));
      if (!parsed.success) return c.json({ success: false, message: z.prettifyError(parsed.error) }, 400);
      list.replace(parsed.data.events, parsed.data.status);
      return c.json({ success: true });
    })
    .get("/mail/suppressions", (c) =>
      c.json({ suppressed: recipients.listSuppressed(), webhooks_retrying: webhooks.retrying() }),
    )
    .delete("/mail/suppressions/:address", (c) => c.json({ success: recipients.release(c.req.param("address")) }))
    .post("/mail/:id/:status", async (c) => {
      const mail = find(c);
      const status = finalStatusSchema.safeParse(c.req.param("status"));
      if (!mail || !status.success) return c.json({ success: false, message: "No such mail, or no such end." }, 404);
      await recipients.report(mail, status.data);
      // The page's button submits a form.
      return c.req.header("content-type")?.startsWith("application/x-www-form-urlencoded")
        ? c.redirect(`/mail/${mail.id}`, 303)
        : c.json({ success: true });
    })
    .get("/mail/:id", (c) => {
      const mail = find(c);
      const isText = c.req.query("view") === "text";
      return mail ? c.html(mailPage({ ...mail, status: mails.statusOf(mail) }, isText)) : c.html(missingPage(), 404);
    })
    .get("/mail/:id/html", (c) => {
      const mail = find(c);
      if (!mail) return c.html(missingPage(), 404);
      // Links open in the top window, as in a mail program; scripts never run.
      c.header("content-security-policy", `sandbox ${mailSandboxFlags}; script-src 'none'`);
      return c.html(addBase(mail.html));
    });
}

function addBase(page: string): string {
  const base = '<base target="_top">';
  return /<head[^>]*>/i.test(page) ? page.replace(/<head[^>]*>/i, (head) => head + base) : base + page;
}
