import { html } from "hono/html";
import { type Content, curlPost, example } from "../sheet.ts";
import { secretKey, webhookSecret } from "./wire/keys.ts";
import { testBankAccounts, testCards, testWallets } from "./customers/test-numbers.ts";

export function stripeSection(url: string): Content {
  const post = (path: string, body: unknown) => curlPost(url + path, body);
  const numbers = [...testCards, ...testBankAccounts, ...testWallets].map(
    (test) =>
      html`<tr>
        <td><code>${test.number}</code></td>
        <td>${test.label}</td>
      </tr>`,
  );
  return html`<h2 id="stripe">Payments</h2>
    <p>
      Speaks Stripe's API at <code>${url}/v1</code> with the key <code>${secretKey}</code>, and keeps what it is told.
      People meet its pages when they add a payment method, pay an invoice or manage what they pay with. Callbacks are
      signed with <code>${webhookSecret}</code> and sent again after 1 s, 5 s, 30 s, 5 min ... until they are accepted.
    </p>
    <table>
      <thead>
        <tr>
          <th>Number</th>
          <th>What it does</th>
        </tr>
      </thead>
      <tbody>
        ${numbers}
      </tbody>
    </table>
    <p>
      What it knows, newest first; other parameters name a field and its value. Types: customer,
      customer_balance_transaction, payment_method, setup_intent, checkout_session, product, invoice, invoiceitem,
      invoice_payment, payment_intent, charge, refund, dispute, balance_transaction, subscription, tax_calculation,
      tax_transaction, tax_total, webhook_endpoint, event.
    </p>
    ${example(`curl '${url}/stripe/objects.json?type=invoice'\ncurl '${url}/stripe/objects.json?type=charge&customer=cus_...'`)}
    <p>Gives a customer a payment method without the page; a card may be expired.</p>
    ${example(post("/stripe/payment-methods", { customer: "cus_...", number: "4242424242424242", exp_month: 1, exp_year: 2020 }))}
    <p>
      What the account's owner does in the Dashboard: a customer's balance in cents (below zero: credit, which the next
      invoice uses), a <code>mode</code> that is <code>live</code>, tax that is <code>inactive</code> or
      <code>no-head-office</code>, a portal that is <code>unsaved</code>, tax <code>registrations</code> of which there
      are <code>none</code>, <code>bank_accounts</code> that are <code>off</code> (<code>npm run doctor</code> tells of
      these), and amounts that are refused <code>at</code> lines, finalize or pay (<code>DELETE /stripe/refusals</code>
      forgets them). More than $999,999.99 is always refused.
    </p>
    ${example(
      [
        post("/stripe/customers", { customer: "cus_...", balance: -5000 }),
        post("/stripe/settings", { tax: "inactive", portal: "unsaved" }),
        post("/stripe/refusals", { amount: 12_449, at: "finalize" }),
      ].join("\n"),
    )}
    <p>
      Only the provider's clock moves; the store's own and the database's stay those of this machine. Moving it makes
      happen what is due: subscriptions renew (invoice.upcoming 7 days before; after a failure it tries again on days 3
      and 5, then cancels), bank accounts pay or fail after 4 days, sessions end after 24 h, unpaid new subscriptions
      after 23 h, idempotency keys after 24 h.
    </p>
    ${example(post("/stripe/clock", { advance_seconds: 2_678_400 }))}
    <p>
      Callbacks: <code>hold</code> keeps them back, <code>release</code> sends what was held, in order,
      <code>shuffle</code> in random order, <code>repeat</code> sends every past event again; each answers when it is
      done. <code>times</code> says how often each is sent, <code>drop</code> how many of those held never are (true:
      all). <a href="/stripe/deliveries">/stripe/deliveries</a> counts what is held, underway and waiting for another
      try.
    </p>
    ${example(`${post("/stripe/foreign-events", { count: 1000 })}\n${post("/stripe/deliveries", { action: "hold" })}\n${post("/stripe/deliveries", { action: "shuffle", times: 2, drop: 1 })}`)}
    <p>
      Charges, refunds and disputes that the store did not ask for. A pending refund is ended by
      <code>{"refund": "re_...", "outcome": "succeeded" or "failed"}</code>, told by one event alone with
      <code>"told_by": "refund.updated"</code> or <code>"refund.failed"</code>; one that succeeded may still fail.
      <code>{"all_wait_for": "insufficient_funds"}</code> makes every refund from now on pending, null none. A dispute
      begins as <code>inquiry</code>, which ends as <code>warning_closed</code> or goes on, or as <code>created</code>;
      then <code>funds_withdrawn</code>, and <code>won</code> or <code>lost</code>. An open invoice may be noted as paid
      by wire or cheque; <code>bank_answers</code> ends its bank debit now, not days later.
    </p>
    ${example(
      [
        post("/stripe/charges", { customer: "cus_...", amount: 1900 }),
        post("/stripe/refunds", { charge: "ch_...", amount: 500, outcome: "failed" }),
        post("/stripe/disputes", { charge: "ch_...", stage: "funds_withdrawn" }),
        post("/stripe/invoices", { invoice: "in_...", action: "paid_out_of_band" }),
      ].join("\n"),
    )}
    <p>
      <a href="#faults">Faults</a> of the service <code>stripe</code> have two more kinds: <code>decline</code> (the
      next charges are declined, renewals too) and <code>lost-answer</code> (does the work, then cuts the connection). A
      <code>status</code> of 500 or more with <code>"when": "after"</code> is kept under the request's idempotency key
      and repeated; one <code>"before"</code> is not. Tax: postal code 00000 cannot be located, 99999 makes the
      calculation fail.
    </p>
    ${example(
      [
        post("/faults", { service: "stripe", kind: "decline", times: 2 }),
        post("/faults", { service: "stripe", path: "/pay", kind: "lost-answer" }),
      ].join("\n"),
    )}`;
}
