import { html } from "hono/html";
import { type Content, curlPost, example, renderPage } from "../sheet.ts";
import type { Mail, MailStatus } from "./state.ts";

type ListedMail = Mail & { status: MailStatus };

/** Allows links, but no scripts. */
export const mailSandboxFlags = "allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";

export function emailSection(url: string): Content {
  return html`<h2>Mail</h2>
    <p>Read what was sent in the <a href="/mail">inbox</a>. Programs ask for JSON, newest first.</p>
    ${example(`curl '${url}/mail.json?to=owner@acme.test'`)}
    <p>
      The domain that mails are sent from (not_started, pending, verified, failure), as <code>npm run doctor</code> sees
      it; nothing is sent from one that is not verified.
    </p>
    ${example(curlPost(`${url}/mail/domain`, { status: "pending" }))}
    <p>
      Each mail can bounce or be complained about, by a button of its page: the store is told by a signed webhook, and
      later mails to that address are suppressed until it is taken off the list. A mail to
      <code>bounced@resend.dev</code>, <code>complained@resend.dev</code> or <code>suppressed@resend.dev</code> ends
      that way by itself. The account may send 2 requests a second. While it is failing, a mail is accepted and then not
      sent.
    </p>
    ${example(
      `curl -X POST ${url}/mail/ID/bounced`,
      `curl ${url}/mail/suppressions`,
      `curl -X DELETE ${url}/mail/suppressions/owner@acme.test`,
      curlPost(`${url}/mail/account`, { requests_per_second: 10 }),
      curlPost(`${url}/mail/failing`, { reason: "reached_daily_quota" }),
      curlPost(`${url}/mail/webhook`, { events: ["email.bounced", "email.delivered"] }),
    )}`;
}

function formatTime(instant: string) {
  return html`<time datetime="${instant}">${instant.slice(0, 19).replace("T", " ")} UTC</time>`;
}

export function listPage(mails: ListedMail[], to: string) {
  const rows = mails.map(
    (mail) =>
      html`<tr>
        <td><a href="/mail/${mail.id}">${mail.subject}</a></td>
        <td>${mail.to.join(", ")}</td>
        <td>${formatTime(mail.created_at)}</td>
        <td>${mail.status}</td>
      </tr>`,
  );
  const table = html`<table>
    <thead>
      <tr>
        <th>Subject</th>
        <th>To</th>
        <th>Received</th>
        <th>Status</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
  const empty = to
    ? html`<p>No mail to ${to} yet. <a href="/mail">Show all mails</a></p>`
    : html`<p>No mail yet. Ask for an account or for a new password, and the mail appears here.</p>`;
  return renderPage(
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

export function mailPage(mail: ListedMail, asText: boolean) {
  const here = `/mail/${mail.id}`;
  const tabs = asText
    ? html`<p><a href="${here}">HTML</a> · <strong>Text</strong></p>
        <pre>${mail.text}</pre>`
    : html`<p><strong>HTML</strong> · <a href="${here}?view=text">Text</a></p>
        <iframe title="The mail" src="${here}/html" sandbox="${mailSandboxFlags}"></iframe>`;
  return renderPage(
    mail.subject,
    html`<p><a href="/mail?to=${encodeURIComponent(mail.to[0] ?? "")}">All mails to ${mail.to[0]}</a></p>
      <h1>${mail.subject}</h1>
      <dl>
        <dt>From</dt>
        <dd>${mail.from}</dd>
        <dt>To</dt>
        <dd>${mail.to.join(", ")}</dd>
        <dt>Received</dt>
        <dd>${formatTime(mail.created_at)}</dd>
        <dt>Idempotency key</dt>
        <dd><code>${mail.idempotency_key ?? "none"}</code></dd>
        <dt>Status</dt>
        <dd>${mail.status}</dd>
      </dl>
      <form method="post">
        <button formaction="${here}/bounced">Bounce this mail</button>
        <button formaction="${here}/complained">Complain about it</button>
        <button formaction="${here}/delivered">Deliver it after all</button>
      </form>
      ${tabs}`,
  );
}

export function missingPage() {
  return renderPage(
    "No such mail",
    html`<h1>No such mail</h1>
      <p><a href="/mail">Back to the inbox</a></p>`,
  );
}
