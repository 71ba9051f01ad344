import { approvalDays } from "../../../worker/contract/entities/approval.ts";
import { orderHours } from "../../../worker/contract/entities/quote.ts";
import { pages } from "../../../worker/contract/pages.ts";
import { JsonSample } from "../sample.tsx";
import { CallLink } from "./call-link.tsx";

export const BuyingAsACompany = () => (
  <>
    <p>
      One person puts the cart together, another one answers for the money. This guide shows how an organization shares
      these tasks, on its pages and by calls.
    </p>
    <Approvals />
    <PurchaseOnAccount />
    <Quotes />
  </>
);

const Approvals = () => (
  <>
    <h2>Approvals</h2>
    <p>
      Owners decide which orders a colleague approves first. The shop checks it in the statement that would place the
      order, so no other way around a rule is left: not a second tab, not a call, not an order by link.
    </p>
    <h3>1. Add a rule</h3>
    <p>
      An owner opens <a href={pages.approvalRules}>Approval rules</a> in the settings, or calls{" "}
      <CallLink verb="createApprovalRule" />. This rule asks Olivia or Priya about every order of $5,000.00 or more, tax
      and shipping included. After 48 hours the owners may decide, too.
    </p>
    <JsonSample
      title="POST /v1/client/approval-rules"
      value={{
        name: "From $5,000",
        min_total: 500_000,
        approver_ids: ["01900000-0000-7000-8000-0000000000a1", "01900000-0000-7000-8000-0000000000a2"],
        mode: "any",
        escalate_after_hours: 48,
      }}
    />
    <ul>
      <li>
        <code>min_total</code> asks from exactly this total on; <code>0</code> asks for every order.{" "}
        <code>monthly_budget</code> asks for what one person spends above it in a calendar month in UTC. With both, a
        rule asks when both are exceeded.
      </li>
      <li>
        <code>user_ids</code> and <code>categories</code> narrow a rule. Empty means everybody and everything.
      </li>
      <li>
        With <code>mode: "all"</code> every approver is needed. An approver who leaves is no longer waited for. When all
        of them have left, the owners decide.
      </li>
      <li>
        Nobody approves their own order. If nobody else could decide, the order goes through, and the activity says so.
      </li>
    </ul>
    <p>
      <CallLink verb="previewApprovalRule" /> names the orders of the last 90 days that a rule would have asked for,
      before it is saved.
    </p>
    <h3>2. Send a cart</h3>
    <p>
      When a rule asks, the button of the checkout reads “Send for approval”. <CallLink verb="checkoutCart" /> then
      answers:
    </p>
    <JsonSample
      title="422"
      value={{
        success: false,
        errcode: "ORDER_APPROVAL_REQUIRED",
        message: "This order needs an approval in your organization. Send it for approval.",
        approval: {
          rule_ids: ["01900000-0000-7000-8000-0000000000b1"],
          approvers: [{ id: "01900000-0000-7000-8000-0000000000a1", name: "Olivia Okafor" }],
        },
      }}
    />
    <p>
      Send the cart with <CallLink verb="createApprovalRequest" />. Its lines, prices, tax, shipping, addresses and
      payment method are frozen for {approvalDays} days, and the cart is empty again.
    </p>
    <h3>3. Decide</h3>
    <p>
      Approvers get a mail and a notification in the app, a reminder after a day, and owners another one at the
      escalation. The link in the mail shows the whole order without signing in and asks for one press. An owner can
      turn such links off. <a href={pages.approvals}>Approvals</a> lists what waits for you;{" "}
      <CallLink verb="listApprovalRequests" /> does with <code>for_me=true</code>. It lists what you asked for with{" "}
      <code>is_own=true</code>, and what was decided with <code>is_decided=true</code>.
    </p>
    <p>
      The last <CallLink verb="approveRequest" /> that is needed places the order, once, at the frozen prices and in the
      name of who asked. <CallLink verb="rejectRequest" /> needs a note. Who asked may take it back with{" "}
      <CallLink verb="cancelRequest" />.
    </p>
    <h3>4. What a status means</h3>
    <dl className="statuses">
      {statuses.map(([status, meaning]) => (
        <div key={status}>
          <dt>{status}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </>
);

const PurchaseOnAccount = () => (
  <>
    <h2>Purchase on account</h2>
    <p>
      We give an organization terms, such as 30 days, and a credit limit. Its orders are then worked on at once, and
      their invoices are paid later. <a href={pages.account}>Account</a> shows what is available.
    </p>
    <h3>1. Order</h3>
    <p>
      Choose “On account” at the checkout, or send <code>payment_method</code> with <CallLink verb="updateCart" />. An
      order without a cart takes it, too: <CallLink verb="orderByLink" />. Plans are paid by card or bank.
    </p>
    <JsonSample title="PUT /v1/store/cart" value={{ payment_method: "account", po_number: "PO-2026-118" }} />
    <p>
      What is owed and the new order together stay within the limit, in the statement that places the order. Many orders
      at once do not exceed it by a cent. Otherwise the answer says what is available:
    </p>
    <JsonSample
      title="422"
      value={{
        success: false,
        errcode: "CREDIT_LIMIT_EXCEEDED",
        message: "This order exceeds what is available on account",
        available: 120_000,
        exceeded_by: 30_000,
      }}
    />
    <ul>
      <li>
        <code>ACCOUNT_OVERDUE</code>: an invoice is more than 14 days overdue. Pay it, and order again.
      </li>
      <li>
        <code>PO_NUMBER_REQUIRED</code>: your organization asks for a PO number. A manager sets this with{" "}
        <CallLink verb="updateOwnOrganization" />.
      </li>
      <li>
        <code>ACCOUNT_NOT_AVAILABLE</code>: your organization has no terms.
      </li>
    </ul>
    <h3>2. Pay</h3>
    <p>
      Pay an invoice by bank transfer on its page, in parts if you like, or several at once by card with{" "}
      <CallLink verb="payInvoices" />. Each part frees the limit. Reminders go to the billing address and to managers: 7
      days before the due day, on it, and 7 and 14 days after it.
    </p>
    <h3>3. Keep count</h3>
    <p>
      <CallLink verb="getReceivables" /> lists open invoices, with sums by days after the due day. The account page has
      them as a CSV file and as a statement to print. A canceled order is not owed any more, and what was paid of it
      comes back.
    </p>
  </>
);

const Quotes = () => (
  <>
    <h2>Quotes</h2>
    <p>
      A quote sets prices, shipping and quantities for a time. The rules for approvals hold for it as for any order.
    </p>
    <h3>1. Ask for a price</h3>
    <p>
      Press “Ask for a price” in the cart, or call <CallLink verb="createQuoteRequest" />. The cart is empty again. What
      you asked for stands at <a href={pages.quotes}>Quotes</a>, and we answer by mail.
    </p>
    <JsonSample
      title="POST /v1/store/quotes"
      value={{ updated_at: "2026-11-28T10:00:00.000Z", note: "We need forty in spring." }}
    />
    <h3>2. Answer the offer</h3>
    <p>
      <CallLink verb="getQuote" /> lists every version that we sent, the newest first; a sent version never changes. Ask
      for a better one with <CallLink verb="createQuoteMessage" />, or end it with <CallLink verb="rejectQuote" />.
    </p>
    <h3>3. Accept and order</h3>
    <p>
      Everybody who may buy accepts the newest version with <CallLink verb="acceptQuote" />, once. It fills your empty
      cart, or sets your cart aside with <code>set_aside</code>. Check it out within the validity of the quote, or
      within {orderHours} hours after you accepted it. Emptying the cart gives the quote back. A cart holds one quote:
      accepting another one is refused with <code>CART_QUOTED</code>. Subscriptions have no quotes.
    </p>
    <JsonSample title="POST /v1/client/quotes/{id}/accept" value={{ version: 2, set_aside: false }} />
  </>
);

const statuses: [status: string, meaning: string][] = [
  ["pending", "Waits for a decision. waits_for names who can make it."],
  ["approved", "The order was placed. If its payment failed or needs the bank, payment_url is where who asked pays."],
  ["rejected", "Nothing is ordered; the last of approvals has the note."],
  ["canceled", `Taken back, or not paid within ${approvalDays} days after it was sent.`],
  ["expired", `Nobody decided within ${approvalDays} days.`],
  ["failed", "Approved, but not ordered: reason says why, such as a product that is no longer sold."],
];
