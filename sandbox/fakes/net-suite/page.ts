import { html } from "hono/html";
import { type Content, curlPost, example } from "../sheet.ts";

export function netSuiteSection(url: string): Content {
  const post = (path: string, body: unknown) => curlPost(`${url}/net-suite/${path}`, body);
  return html`<h2 id="net-suite">Accounting</h2>
    <p>
      NetSuite's account, by type: <a href="/net-suite/records.json?type=customer">customers</a>,
      <a href="/net-suite/records.json?type=item">items</a>,
      <a href="/net-suite/records.json?type=sales_order">sales orders</a>,
      <a href="/net-suite/records.json?type=invoice">invoices</a>,
      <a href="/net-suite/records.json?type=credit_memo">credit memos</a>,
      <a href="/net-suite/records.json?type=customer_payment">payments</a>,
      <a href="/net-suite/records.json?type=customer_refund">refunds</a>,
      <a href="/net-suite/records.json?type=fulfillment">fulfilments</a>. What was asked of it, and how much at once:
      <a href="/net-suite/stats.json">/net-suite/stats.json</a>. More than five calls in flight are refused.
    </p>
    <p>
      <code>POST /net-suite/records</code> makes a record, or changes the one with its <code>id</code>; a
      <code>total</code> counts as it is. A customer with <code>"callback": true</code> is told to the store. The
      <code>shipStatus</code> of a fulfilment is A (picked), B (packed) or C (shipped, the default).
    </p>
    ${example(
      post("records", {
        type: "customer",
        fields: { companyName: "Initech", email: "ap@initech.test", priceLevel: { refName: "Partner" } },
        callback: true,
      }),
    )}
    ${example(
      post("records", {
        type: "item",
        fields: { itemId: "CGX-900", displayName: "Probe", prices: { "Base Price": "19.99" } },
      }),
      post("generate", { type: "item", count: 10_000 }),
    )}
    ${example(
      post("records", {
        type: "fulfillment",
        fields: {
          createdFrom: { id: "1234" },
          shipStatus: { id: "C" },
          package: { items: [{ packageTrackingNumber: "1Z999AA10123456784" }] },
          item: { items: [{ item: { id: "1001" }, serialNumbers: "CGX-100-00042" }] },
        },
      }),
      `curl -X DELETE ${url}/net-suite/records -H 'content-type: application/json' -d '{"type": "invoice", "id": "1234"}'`,
    )}
    <p>
      <code>PATCH /net-suite/account</code> changes the account's preferences, which
      <a href="/net-suite/account.json">/net-suite/account.json</a> shows: Advanced Shipping, billing in advance of
      fulfilment, numeric values.
    </p>
    <p>
      Faults of its own beside those of all: <code>limit</code> (too many calls at once: 429, or with
      <code>"value": 400</code> SSS_REQUEST_LIMIT_EXCEEDED), and for the pages of SuiteQL <code>short</code> (fewer rows
      while more follow), <code>repeat</code> (the last rows again), <code>shift</code> (records come and go between
      pages).
    </p>
    ${example(curlPost(`${url}/faults`, { service: "net-suite", kind: "limit", times: 3 }))}`;
}
