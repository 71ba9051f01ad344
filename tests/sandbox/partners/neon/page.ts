import { html } from "hono/html";
import { type Content, example } from "../sheet.ts";

/** The section of the sandbox's page about the database. */
export function neonSection(url: string): Content {
  return html`<h2>Database</h2>
    <p>
      A real PostgreSQL behind the protocols of Neon's HTTP driver (<code>/sql</code>) and of its pool
      (<code>/v2</code>). Its requests are too many to keep: they are counted.
    </p>
    ${example(`curl '${url}/calls.json?service=database'`)}`;
}
