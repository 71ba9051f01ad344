import { type Content, curlPost, example } from "../sheet.ts";
import { html } from "hono/html";

export function cloudflareSection(url: string): Content {
  return html`<h2>Platform</h2>
    <p>
      What <code>npm run doctor</code> asks Cloudflare about, such as <code>queues</code>, <code>plan</code> and
      <code>zone_settings</code>. What is named here replaces what is there.
    </p>
    ${example(curlPost(`${url}/cloudflare/account`, { queues: [], crons: ["* * * * *"] }))}`;
}
