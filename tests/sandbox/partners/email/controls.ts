import { type Context, Hono } from "hono";
import type { SandboxEnv } from "../service.ts";
import { allowedInMail, listPage, mailPage, missingPage } from "./page.ts";
import type { Mail, Mails } from "./state.ts";

/** The mails that were accepted, for a person (`/mail`) and for a program (`/mail.json?to=`), newest first. */
export function emailControls(mails: Mails) {
  const find = (c: Context) => mails.find(c.req.param("id"));
  return new Hono<SandboxEnv>()
    .get("/mail.json", (c) => c.json(mails.list(c.req.query("to")).map(toJson)))
    .get("/mail", (c) => c.html(listPage(mails.list(c.req.query("to")), c.req.query("to") ?? "")))
    .get("/mail/:id", (c) => {
      const mail = find(c);
      return mail ? c.html(mailPage(mail, c.req.query("view") === "text")) : c.html(missingPage(), 404);
    })
    .get("/mail/:id/html", (c) => {
      const mail = find(c);
      if (!mail) return c.html(missingPage(), 404);
      // A link in a mail opens where the person reads the mail, as in a mail program; nothing in a mail may run.
      c.header("content-security-policy", `sandbox ${allowedInMail}; script-src 'none'`);
      return c.html(withBase(mail.html));
    });
}

function withBase(page: string): string {
  const base = '<base target="_top">';
  return /<head[^>]*>/i.test(page) ? page.replace(/<head[^>]*>/i, (head) => head + base) : base + page;
}

function toJson(mail: Mail) {
  const { id, subject, text, html, created_at, idempotency_key } = mail;
  return { id, to: mail.to.join(", "), subject, text, html, created_at, idempotency_key };
}
