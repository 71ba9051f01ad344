import { html } from "hono/html";
import { type Content, curlPost, example } from "../sheet.ts";

export function neonSection(url: string): Content {
  return html`<h2>Database</h2>
    <p>
      A real PostgreSQL behind the protocols of Neon's HTTP driver (<code>/sql</code>) and of its pool
      (<code>/v2</code>). Its requests are too many to keep: they are counted.
    </p>
    ${example(`curl '${url}/calls.json?service=database'`)}
    <p>
      Neon scales a compute to zero that nobody asks, and starts it for the next request. Put it to sleep here;
      <code>meanwhile</code> says whether requests wait until it is there or are refused. <code>wake_ups</code> counts
      how often it was started.
    </p>
    ${example(curlPost(`${url}/neon/sleep`, { wakes_in_ms: 500, meanwhile: "wait", after_idle_ms: 300_000 }))}`;
}
