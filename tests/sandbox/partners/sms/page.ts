import { html } from "hono/html";
import { type Content, example } from "../sheet.ts";

/** The section of the sandbox's page about text messages. */
export function smsSection(url: string): Content {
  return html`<h2>Text messages</h2>
    <p>What was sent, newest first: <a href="/sms.json">/sms.json</a>.</p>
    ${example(`curl '${url}/sms.json?to=%2B15550100'`)}`;
}
