import { html } from "hono/html";
import { services } from "./fakes/calls.ts";
import type { Fake } from "./fakes/fake.ts";
import { curlPost, example, renderPage } from "./fakes/sheet.ts";

export function homePage(publicUrl: string, url: string, jobs: Record<string, string>, fakes: Fake[]) {
  const post = (path: string, body: unknown) => curlPost(url + path, body);
  const jobRows = Object.entries(jobs).map(
    ([job, times]) =>
      html`<tr>
        <td><code>${job}</code></td>
        <td>${times}</td>
      </tr>`,
  );
  return renderPage(
    "Sandbox",
    html`<h1>Sandbox</h1>
      <p>
        This is the outside world of the store at <a href="${publicUrl}">${publicUrl}</a>, on one machine: a real
        PostgreSQL behind Neon's protocol, and fakes that speak the wire protocols of the providers for bot checks,
        email, text messages, payments and accounting. The store has no test mode: it is only given these addresses and
        keys.
      </p>

      ${fakes.map((fake) => fake.page(url))}

      <h2>What was received</h2>
      <p>
        <a href="/calls.json">/calls.json</a> lists the last 1,000 requests to the fakes, newest first. For the database
        it counts.
      </p>
      ${example(...services.map((service) => `curl '${url}/calls.json?service=${service}'`))}

      <h2 id="faults">Faults</h2>
      <p>
        A fault meets the next <code>times</code> (1) requests to a service (${services.join(", ")}) whose path contains
        <code>path</code> (any) and whose query or body contains <code>text</code> (any). Kinds:
        <code>delay</code> (value: milliseconds), <code>status</code> (value: 400 to 599), <code>cut</code> (the
        connection is closed), <code>hang</code> (no answer for 60 s, or until faults are deleted). With
        <code>"when": "after"</code> the request has its effect and only the answer is disturbed; the default is
        <code>"before"</code>. <a href="/faults">/faults</a> lists what is left.
      </p>
      ${example(post("/faults", { service: "email", path: "/emails", kind: "status", value: 500, times: 3 }))}
      ${example(post("/faults", { service: "database", path: "/sql", kind: "cut", when: "after" }), `curl -X DELETE ${url}/faults`)}

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
