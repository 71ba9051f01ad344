import { type Context, Hono } from "hono";
import { html } from "hono/html";
import { type Mail, listMails } from "./protocol.ts";
import type { Journal } from "../journal.ts";
import type { SandboxEnv } from "../service.ts";
import { sheet } from "../sheet.ts";

const allowed = "allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";

/** The mails that were accepted, for a person (`/mail`) and for a program (`/mail.json?to=`), newest first. */
export function inbox(mails: Journal<Mail>) {
  const find = (c: Context) => mails.entries.find((mail) => mail.id === c.req.param("id"));
  return new Hono<SandboxEnv>()
    .get("/mail.json", (c) => c.json(listMails(mails, c.req.query("to")).map(toJson)))
    .get("/mail", (c) => c.html(listPage(listMails(mails, c.req.query("to")), c.req.query("to") ?? "")))
    .get("/mail/:id", (c) => {
      const mail = find(c);
      return mail ? c.html(mailPage(mail, c.req.query("view") === "text")) : c.html(missingPage(), 404);
    })
    .get("/mail/:id/html", (c) => {
      const mail = find(c);
      if (!mail) return c.html(missingPage(), 404);
      // A link in a mail opens where the person reads the mail, as in a mail program; nothing in a mail may run.
      c.header("content-security-policy", `sandbox ${allowed}; script-src 'none'`);
      return c.html(withBase(mail.html));
    });
}

function withBase(page: string): string {
  const base = '<base target="_top">';
  return /<head[^>]*>/i.test(page) ? page.replace(/<head[^>]*>/i, (head) => head + base) : base + page;
}

function toJson(mail: Mail) {
  const { id, subject, text, html: body, created_at, idempotency_key } = mail;
  return { id, to: mail.to.join(", "), subject, text, html: body, created_at, idempotency_key };
}

function time(instant: string) {
  return html`<time datetime="${instant}">${instant.slice(0, 19).replace("T", " ")} UTC</time>`;
}

function listPage(mails: Mail[], to: string) {
  const rows = mails.map(
    (mail) =>
      html`<tr>
        <td><a href="/mail/${mail.id}">${mail.subject}</a></td>
        <td>${mail.to.join(", ")}</td>
        <td>${time(mail.created_at)}</td>
      </tr>`,
  );
  const table = html`<table>
    <thead>
      <tr>
        <th>Subject</th>
        <th>To</th>
        <th>Received</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
  const empty = to
    ? html`<p>No mail to ${to} yet. <a href="/mail">Show all mails</a></p>`
    : html`<p>No mail yet. Ask for an account or for a new password, and the mail appears here.</p>`;
  return sheet(
    "Inbox",
    html`<h1>Inbox</h1>
      <p class="soft">Every mail that the store sent, newest first. Nothing leaves this machine.</p>
      <form method="get" action="/mail">
        <label>To <input name="to" type="email" value="${to}" /></label> <button>Show</button>
        <button formaction="/mail" name="at" value="${Date.now()}">Refresh</button>
      </form>
      ${mails.length > 0 ? table : empty}`,
  );
}

function mailPage(mail: Mail, asText: boolean) {
  const here = `/mail/${mail.id}`;
  const tabs = asText
    ? html`<p><a href="${here}">HTML</a> · <strong>Text</strong></p>
        <pre>${mail.text}</pre>`
    : html`<p><strong>HTML</strong> · <a href="${here}?view=text">Text</a></p>
        <iframe title="The mail" src="${here}/html" sandbox="${allowed}"></iframe>`;
  return sheet(
    mail.subject,
    html`<p><a href="/mail?to=${encodeURIComponent(mail.to[0] ?? "")}">All mails to ${mail.to[0]}</a></p>
      <h1>${mail.subject}</h1>
      <dl>
        <dt>From</dt>
        <dd>${mail.from}</dd>
        <dt>To</dt>
        <dd>${mail.to.join(", ")}</dd>
        <dt>Received</dt>
        <dd>${time(mail.created_at)}</dd>
        <dt>Idempotency key</dt>
        <dd><code>${mail.idempotency_key ?? "none"}</code></dd>
      </dl>
      ${tabs}`,
  );
}

function missingPage() {
  return sheet(
    "No such mail",
    html`<h1>No such mail</h1>
      <p><a href="/mail">Back to the inbox</a></p>`,
  );
}
