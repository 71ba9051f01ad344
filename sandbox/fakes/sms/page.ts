import { html } from "hono/html";
import { type Content, curlPost, example } from "../sheet.ts";

export function smsSection(url: string): Content {
  return html`<h2>Text messages</h2>
    <p>What was sent, newest first: <a href="/sms.json">/sms.json</a>.</p>
    ${example(`curl '${url}/sms.json?to=%2B15550100'`)}
    <p>
      A person answers: the store is told by a signed webhook. After STOP (or STOPALL, UNSUBSCRIBE, CANCEL, END, QUIT,
      REVOKE, OPTOUT) messages to that number are refused with error 21610, until START, UNSTOP or YES.
    </p>
    <p>
      Every message's delivery status is posted to its StatusCallback. Carriers take nothing for a blocked number: it is
      undelivered with error 30034. A suspended account sends nothing: messages are refused with error 20003.
    </p>
    ${example(curlPost(`${url}/sms/account`, { blocked: "+15125550100" }))}
    ${example(curlPost(`${url}/sms/account`, { status: "suspended" }))}
    <form method="post" action="/sms/incoming">
      <input name="from" aria-label="From" placeholder="+15125550100" required pattern="\\+[1-9][0-9]{6,14}" />
      <select name="text" aria-label="Text">
        <option>STOP</option>
        <option>START</option>
        <option>Hello</option>
      </select>
      <button>Send to the store</button>
    </form>
    ${example(curlPost(`${url}/sms/incoming`, { from: "+15125550100", text: "STOP" }))}`;
}
