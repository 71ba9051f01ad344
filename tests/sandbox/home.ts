import { html } from "hono/html";
import { services } from "./partners/calls.ts";
import { sheet } from "./partners/sheet.ts";
import { stripeDocs } from "./partners/stripe/page.ts";

/** `/`: what the sandbox is and how to use it, in plain words. */
export function homePage(publicUrl: string, url: string, jobs: Record<string, string>) {
  const example = (text: string) => html`<pre><code>${text}</code></pre>`;
  const post = (path: string, body: unknown) =>
    `curl -X POST ${url}${path} -H 'content-type: application/json' \\\n  -d '${JSON.stringify(body)}'`;
  const jobRows = Object.entries(jobs).map(
    ([job, cron]) =>
      html`<tr>
        <td><code>${job}</code></td>
        <td><code>${cron}</code></td>
      </tr>`,
  );
  return sheet(
    "Sandbox",
    html`<h1>Sandbox</h1>
      <p>
        This is the outside world of the store at <a href="${publicUrl}">${publicUrl}</a>, on one machine: a real
        PostgreSQL behind Neon's protocol, and stand-ins that speak the wire protocols of the providers for bot checks,
        e-mail, text messages and payments. The store has no test mode: it is only given these addresses and keys.
      </p>

      <h2>Mail and text messages</h2>
      <p>Read what was sent in the <a href="/mail">inbox</a>. Programs ask for JSON, newest first.</p>
      ${example(`curl '${url}/mail.json?to=owner@acme.test'\ncurl '${url}/sms.json?to=%2B15550100'`)}

      <h2>What was received</h2>
      <p>
        <a href="/calls.json">/calls.json</a> lists the last 1,000 requests to the stand-ins, newest first. For the
        database it counts.
      </p>
      ${example(services.map((service) => `curl '${url}/calls.json?service=${service}'`).join("\n"))}

      <h2>Bot check</h2>
      <p>
        Speaks reCAPTCHA v3. A token made by its script in a page passes once, within 2 minutes, for the action and host
        it was made for. <code>sandbox-fail</code> is refused, <code>sandbox-low-score</code> scores 0.1; any other text
        passes with a score of 0.9 and the action it is used for, as often as you like.
      </p>

      <h2>Faults</h2>
      <p>
        A fault meets the next <code>times</code> (1) requests to a service (${services.join(", ")}) whose path contains
        <code>path</code> (any) and whose query or body contains <code>text</code> (any). Kinds:
        <code>delay</code> (value: milliseconds), <code>status</code> (value: 400 to 599), <code>cut</code> (the
        connection is closed), <code>hang</code> (no answer for 60 s, or until faults are deleted). With
        <code>"when": "after"</code> the request has its effect and only the answer is disturbed; the default is
        <code>"before"</code>. <a href="/faults">/faults</a> lists what is left.
      </p>
      ${example(post("/faults", { service: "email", path: "/emails", kind: "status", value: 500, times: 3 }))}
      ${example(`${post("/faults", { service: "database", path: "/sql", kind: "cut", when: "after" })}\ncurl -X DELETE ${url}/faults`)}
      ${stripeDocs(url, post)}

      <h2>Scheduled jobs</h2>
      <p>They run at their times (UTC). To run one now and wait for its end:</p>
      ${example(post("/cron", { job: Object.keys(jobs)[0] ?? "deliver-outbox" }))}
      <table>
        <thead>
          <tr>
            <th>Job</th>
            <th>When</th>
          </tr>
        </thead>
        <tbody>
          ${jobRows}
        </tbody>
      </table>`,
  );
}
