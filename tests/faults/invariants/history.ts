import type { Books, Invariant } from "./books.ts";
import type { Change } from "./our-books.ts";

const text = (row: Change["before"], column: string): string => String(row?.[column] ?? "");
const changesOf = ({ ours }: Books, table: string, op: Change["op"]) =>
  ours.changes.filter((change) => change.table_name === table && change.op === op);
const changedColumns = ({ before, after }: Change, columns: string[]) =>
  columns.filter((column) => JSON.stringify(before?.[column]) !== JSON.stringify(after?.[column]));

const paidStatuses = ["paid", "disputed", "partially_refunded", "refunded", "refund_failed"];
const orderRanks: Record<string, number> = { new: 0, processing: 1, shipped: 2, received: 3, canceled: 4 };

/**
 * Mails that a payment status calls for: at most one of a kind for each time that it is reached; of refunds, for each
 * time that money goes back.
 */
const mailsFor: Record<string, { statuses: string[]; at_most: number | undefined }> = {
  orderConfirmed: { statuses: ["paid"], at_most: 1 },
  invoiceForSubscription: { statuses: ["paid"], at_most: 1 },
  paymentFailed: { statuses: ["declined"], at_most: undefined },
  paymentRefunded: { statuses: ["refunded", "partially_refunded"], at_most: undefined },
  paymentDisputed: { statuses: ["disputed"], at_most: undefined },
};

/** How often an invoice changed to one of these statuses. */
const countArrivals = (books: Books, invoiceId: string, statuses: string[]) =>
  changesOf(books, "invoices", "UPDATE").filter(
    (change) =>
      text(change.after, "id") === invoiceId &&
      changedColumns(change, ["payment_status"]).length > 0 &&
      statuses.includes(text(change.after, "payment_status")),
  ).length;

const refundBookings = (books: Books, invoiceId: string) =>
  changesOf(books, "payment_ledger", "INSERT").filter(
    ({ after }) => text(after, "invoice_id") === invoiceId && text(after, "kind") === "refund",
  );

/** Promises about what happened on the way. */
export const historyInvariants: Record<string, Invariant> = {
  "M2 the ledger only grows": (books) =>
    [...changesOf(books, "payment_ledger", "UPDATE"), ...changesOf(books, "payment_ledger", "DELETE")].map(
      ({ op, before }) => `${op} of ${text(before, "stripe_object_id")}`,
    ),
  "M7 payment rank": (books) =>
    changesOf(books, "invoices", "UPDATE")
      .map(({ before, after }) => [text(before, "payment_status"), text(after, "payment_status")] as const)
      .filter(([from, to]) => from !== to && (to === "pending" || (to === "declined" && paidStatuses.includes(from))))
      .map(([from, to]) => `an invoice went from ${from} to ${to}`),
  "M7 order rank": (books) =>
    changesOf(books, "orders", "UPDATE").flatMap(({ before, after }) => {
      const [from, to] = [text(before, "status"), text(after, "status")];
      const isBack = (orderRanks[to] ?? 0) < (orderRanks[from] ?? 0);
      const isOnAccount = after?.["payment_terms_days"] !== null;
      const isUnpaid = to === "processing" && !isOnAccount && !paidStatuses.includes(text(after, "payment_status"));
      return isBack || (from !== to && isUnpaid)
        ? [`an order went from ${from} to ${to} while ${text(after, "payment_status")}`]
        : [];
    }),
  "M8 prices": (books) => [
    ...changesOf(books, "order_lines", "INSERT")
      .filter(({ after, list_price }) => Number(after?.["price"]) !== list_price)
      .map(({ after, list_price }) => `a line cost ${text(after, "price")} instead of ${list_price}`),
    ...changesOf(books, "subscriptions", "INSERT")
      .filter(({ after, list_price }) => Number(after?.["amount"]) !== list_price)
      .map(({ after, list_price }) => `a plan cost ${text(after, "amount")} instead of ${list_price}`),
    ...changesOf(books, "order_lines", "UPDATE").flatMap((change) =>
      changedColumns(change, ["price", "quantity", "product_id"]),
    ),
    ...changesOf(books, "orders", "UPDATE").flatMap((change) =>
      changedColumns(change, ["total", "shipping", "tax", "org_id"]),
    ),
    ...changesOf(books, "invoices", "UPDATE").flatMap((change) =>
      changedColumns(change, ["amount", "products", "tax", "org_id"]),
    ),
  ],
  "M10 a completed cart stays": (books) => [
    ...changesOf(books, "carts", "UPDATE")
      .filter((change) => change.before?.["is_complete"] === true)
      .flatMap((change) => changedColumns(change, ["products", "is_complete", "cart_no", "address", "version"]))
      .map((column) => `${column} of a completed cart changed`),
    ...changesOf(books, "carts", "DELETE").map(({ before }) => `cart ${text(before, "cart_no")} is gone`),
  ],
  "M11 a subscription's life": (books) =>
    changesOf(books, "subscriptions", "UPDATE").flatMap((change) => {
      const from = text(change.before, "status");
      const fixed = from === "canceled" ? ["status", "amount", "product_id", "start_at", "cancel_at"] : [];
      const isSwitch = text(change.before, "interval") !== text(change.after, "interval");
      const sold = isSwitch ? [] : ["amount", "product_id"];
      const begun = from === "active" || from === "past_due" ? ["start_at", ...sold] : [];
      return changedColumns(change, [...fixed, ...begun]).map(
        (column) => `${column} of a subscription changed while ${from}`,
      );
    }),
  "M14 mails": (books) => {
    const mailCounts = new Map<string, number>();
    for (const { after } of changesOf(books, "outbox", "INSERT")) {
      const payload = Object(after?.["payload"]);
      const key = [text(after, "type"), text(payload, "invoice_id"), text(after, "recipient")].join(" ");
      mailCounts.set(key, (mailCounts.get(key) ?? 0) + 1);
    }
    return [...mailCounts].flatMap(([key, count]) => {
      const [type = "", invoiceId = ""] = key.split(" ");
      const rule = mailsFor[type];
      if (!rule) return [];
      const times = type === "paymentRefunded" ? refundBookings(books, invoiceId).length : 0;
      const reached = Math.max(times, countArrivals(books, invoiceId, rule.statuses));
      return count <= Math.min(reached, rule.at_most ?? reached) ? [] : [`${count} times ${key}, due ${reached} times`];
    });
  },
  "M14 no refund is told twice": (books) => {
    const notifiedCents = new Map<string, number>();
    for (const { after } of changesOf(books, "outbox", "INSERT")) {
      const { invoice_id, refund } = Object(after?.["payload"]);
      if (text(after, "type") === "paymentRefunded" && refund)
        notifiedCents.set(invoice_id, (notifiedCents.get(invoice_id) ?? 0) + Number(refund.amount));
    }
    return [...notifiedCents].flatMap(([invoiceId, sum]) => {
      const booked = -refundBookings(books, invoiceId).reduce(
        (all, { after }) => all + Number(after?.["amount_cents"]),
        0,
      );
      return sum <= booked ? [] : [`mails about invoice ${invoiceId} tell ${sum} of ${booked} cents`];
    });
  },
  "M14 sent once": ({ mails }) => {
    const keys = mails.map(({ idempotency_key }) => idempotency_key);
    return keys
      .filter((key, at) => !key?.startsWith("outbox-") || keys.indexOf(key) !== at)
      .map((key) => `mail ${key}`);
  },
  "M18 who may pay": (books) => [
    ...changesOf(books, "checkout_attempts", "INSERT")
      .filter(({ is_active }) => is_active !== true)
      .map(({ after }) => `attempt ${text(after, "id")} of an inactive user`),
    ...(books.ours.impersonated > 0 ? [`${books.ours.impersonated} attempts in another one's name`] : []),
  ],
};
