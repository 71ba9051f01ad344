import type { Records, Invariant } from "./records.ts";
import type { Change } from "./our-records.ts";

const columnText = (row: Change["before"], column: string): string => String(row?.[column] ?? "");
const listChanges = ({ ours }: Records, table: string, op: Change["op"]) =>
  ours.changes.filter((change) => change.table_name === table && change.op === op);
const changedColumns = ({ before, after }: Change, columns: string[]) =>
  columns.filter((column) => JSON.stringify(before?.[column]) !== JSON.stringify(after?.[column]));

const paidStatuses = ["paid", "disputed", "partially_refunded", "refunded", "refund_failed"];
const orderRanks: Record<string, number> = { new: 0, processing: 1, shipped: 2, received: 3, canceled: 4 };

/**
 * Limits of mails about an invoice to one recipient: one of a type each time the invoice reaches one of `statuses`, or
 * for refunds each time money goes back; and `at_most` in all.
 */
const mailRules: Record<string, { statuses: string[]; at_most: number | undefined }> = {
  orderConfirmed: { statuses: ["paid"], at_most: 1 },
  invoiceForSubscription: { statuses: ["paid"], at_most: 1 },
  paymentFailed: { statuses: ["declined"], at_most: undefined },
  paymentRefunded: { statuses: ["refunded", "partially_refunded"], at_most: undefined },
  paymentDisputed: { statuses: ["disputed"], at_most: undefined },
};

const countArrivals = (records: Records, invoiceId: string, statuses: string[]) =>
  listChanges(records, "invoices", "UPDATE").filter(
    (change) =>
      columnText(change.after, "id") === invoiceId &&
      changedColumns(change, ["payment_status"]).length > 0 &&
      statuses.includes(columnText(change.after, "payment_status")),
  ).length;

const listRefundEntries = (records: Records, invoiceId: string) =>
  listChanges(records, "payment_ledger", "INSERT").filter(
    ({ after }) => columnText(after, "invoice_id") === invoiceId && columnText(after, "kind") === "refund",
  );

export const historyInvariants: Record<string, Invariant> = {
  "M2 the ledger only grows": (records) =>
    [...listChanges(records, "payment_ledger", "UPDATE"), ...listChanges(records, "payment_ledger", "DELETE")].map(
      ({ op, before }) => `${op} of ${columnText(before, "stripe_object_id")}`,
    ),
  "M7 payment rank": (records) =>
    listChanges(records, "invoices", "UPDATE")
      .map(({ before, after }) => [columnText(before, "payment_status"), columnText(after, "payment_status")] as const)
      .filter(([from, to]) => from !== to && (to === "pending" || (to === "declined" && paidStatuses.includes(from))))
      .map(([from, to]) => `an invoice went from ${from} to ${to}`),
  "M7 order rank": (records) =>
    listChanges(records, "orders", "UPDATE").flatMap(({ before, after }) => {
      const [from, to] = [columnText(before, "status"), columnText(after, "status")];
      const isBack = (orderRanks[to] ?? 0) < (orderRanks[from] ?? 0);
      const isOnAccount = after?.["payment_terms_days"] !== null;
      const isUnpaid =
        to === "processing" && !isOnAccount && !paidStatuses.includes(columnText(after, "payment_status"));
      return isBack || (from !== to && isUnpaid)
        ? [`an order went from ${from} to ${to} while ${columnText(after, "payment_status")}`]
        : [];
    }),
  "M8 prices": (records) => [
    ...listChanges(records, "order_lines", "INSERT")
      .filter(({ after, list_price }) => Number(after?.["price"]) !== list_price)
      .map(({ after, list_price }) => `a line cost ${columnText(after, "price")} instead of ${list_price}`),
    ...listChanges(records, "subscriptions", "INSERT")
      .filter(({ after, list_price }) => Number(after?.["amount"]) !== list_price)
      .map(({ after, list_price }) => `a plan cost ${columnText(after, "amount")} instead of ${list_price}`),
    ...listChanges(records, "order_lines", "UPDATE").flatMap((change) =>
      changedColumns(change, ["price", "quantity", "product_id"]),
    ),
    ...listChanges(records, "orders", "UPDATE").flatMap((change) =>
      changedColumns(change, ["total", "shipping", "tax", "org_id"]),
    ),
    ...listChanges(records, "invoices", "UPDATE").flatMap((change) =>
      changedColumns(change, ["amount", "products", "tax", "org_id"]),
    ),
  ],
  "M10 a completed cart stays": (records) => [
    ...listChanges(records, "carts", "UPDATE")
      .filter((change) => change.before?.["is_complete"] === true)
      .flatMap((change) => changedColumns(change, ["products", "is_complete", "cart_no", "address", "version"]))
      .map((column) => `${column} of a completed cart changed`),
    ...listChanges(records, "carts", "DELETE").map(({ before }) => `cart ${columnText(before, "cart_no")} is gone`),
  ],
  "M11 a subscription's life": (records) =>
    listChanges(records, "subscriptions", "UPDATE").flatMap((change) => {
      const from = columnText(change.before, "status");
      const fixedColumns = from === "canceled" ? ["status", "amount", "product_id", "start_at", "cancel_at"] : [];
      const isSwitch = columnText(change.before, "interval") !== columnText(change.after, "interval");
      const soldColumns = isSwitch ? [] : ["amount", "product_id"];
      const startedColumns = from === "active" || from === "past_due" ? ["start_at", ...soldColumns] : [];
      return changedColumns(change, [...fixedColumns, ...startedColumns]).map(
        (column) => `${column} of a subscription changed while ${from}`,
      );
    }),
  "M14 mails": (records) => {
    const mailCounts = new Map<string, number>();
    for (const { after } of listChanges(records, "outbox", "INSERT")) {
      const payload = Object(after?.["payload"]);
      const key = [columnText(after, "type"), columnText(payload, "invoice_id"), columnText(after, "recipient")].join(
        " ",
      );
      mailCounts.set(key, (mailCounts.get(key) ?? 0) + 1);
    }
    return [...mailCounts].flatMap(([key, count]) => {
      const [type = "", invoiceId = ""] = key.split(" ");
      const rule = mailRules[type];
      if (!rule) return [];
      const times = type === "paymentRefunded" ? listRefundEntries(records, invoiceId).length : 0;
      const dueCount = Math.max(times, countArrivals(records, invoiceId, rule.statuses));
      return count <= Math.min(dueCount, rule.at_most ?? dueCount)
        ? []
        : [`${count} times ${key}, due ${dueCount} times`];
    });
  },
  "M14 no refund is told twice": (records) => {
    const notifiedCents = new Map<string, number>();
    for (const { after } of listChanges(records, "outbox", "INSERT")) {
      const { invoice_id, refund } = Object(after?.["payload"]);
      if (columnText(after, "type") === "paymentRefunded" && refund)
        notifiedCents.set(invoice_id, (notifiedCents.get(invoice_id) ?? 0) + Number(refund.amount));
    }
    return [...notifiedCents].flatMap(([invoiceId, sum]) => {
      const refundedCents = -listRefundEntries(records, invoiceId).reduce(
        (all, { after }) => all + Number(after?.["amount_cents"]),
        0,
      );
      return sum <= refundedCents ? [] : [`mails about invoice ${invoiceId} tell ${sum} of ${refundedCents} cents`];
    });
  },
  "M14 sent once": ({ mails }) => {
    const keys = mails.map(({ idempotency_key }) => idempotency_key);
    return keys
      .filter((key, at) => !key?.startsWith("outbox-") || keys.indexOf(key) !== at)
      .map((key) => `mail ${key}`);
  },
  "M18 who may pay": (records) => [
    ...listChanges(records, "checkout_attempts", "INSERT")
      .filter(({ is_active }) => is_active !== true)
      .map(({ after }) => `attempt ${columnText(after, "id")} of an inactive user`),
    ...(records.ours.impersonated > 0 ? [`${records.ours.impersonated} attempts in another one's name`] : []),
  ],
};
