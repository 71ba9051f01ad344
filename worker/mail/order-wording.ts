import type { NotificationPayload } from "../contract/notification-types.ts";
import { methodName } from "../contract/buying/payment-method-name.ts";
import type { MailMessage, Receipt } from "./message.ts";
import { listFacts } from "./sendable.ts";
import { arrivalDays, dayText } from "../contract/buying/delivery-text.ts";
import { formatMoney } from "../contract/buying/money.ts";
import { printInstant, toLine } from "./wording.ts";

type Order = Pick<
  NotificationPayload<"orderReceived">,
  "order_number" | "order_details" | "billing_address" | "shipping_address" | "po_number"
>;
type Details = NonNullable<Order["order_details"]>;

export const orderFields = ({ order_number }: Pick<Order, "order_number">) => ({
  order_number: order_number === undefined ? undefined : toLine(order_number, 64),
});

const printLine = ({ name, quantity, price }: NonNullable<Details["products"]>[number]): Receipt["lines"][number] => ({
  name: toLine(name),
  quantity: price === undefined ? `Quantity ${quantity}` : `${quantity} × ${formatMoney(price)}`,
  amount: price === undefined ? undefined : formatMoney(price * quantity),
});

const listCharges = (details: Details): Receipt["charges"] => {
  const method = toLine(details.delivery_method ?? "", 128);
  const rate = details.tax_percentage === undefined ? "" : ` (${details.tax_percentage}%)`;
  const charges: [string, number | undefined][] = [
    ["Subtotal", details.sub_total],
    [method ? `Shipping, ${method}` : "Shipping", details.delivery_price],
    [`Tax${rate}`, details.tax],
  ];
  return charges.flatMap<[string, string]>(([label, cents]) =>
    cents === undefined ? [] : [[label, formatMoney(cents)]],
  );
};

export const toReceipt = (details: Details = {}, amount?: number): MailMessage["receipt"] => {
  const lines = (details.products ?? []).map(printLine);
  const charges = listCharges(details);
  const total = details.total ?? amount;
  if (lines.length === 0 && charges.length === 0 && total === undefined) return undefined;
  return { lines, charges, total: total === undefined ? undefined : formatMoney(total) };
};

const nameMethod = ({ paid_by, card4digits }: Details): string | undefined =>
  paid_by ? methodName(paid_by) : card4digits && `Card ending in ${card4digits}`;

export const paymentFacts = (details: Details = {}): [string, string | undefined][] => [
  ["Payment method", nameMethod(details)],
  ["Payment attempt", details.attempt_date && printInstant(details.attempt_date)],
];

const printAddress = (address: Order["billing_address"]): string | undefined =>
  address &&
  [
    address.recipient,
    address.company,
    address.line1,
    address.line2,
    address.city,
    `${address.state} ${address.postal_code}`.trim(),
    address.country,
  ]
    .filter(Boolean)
    .join(", ");

export const orderFacts = (order: Order, extraFacts: [string, string | undefined][] = []): MailMessage["facts"] => {
  const { delivery_method, delivery_price, ships_by, arrives_from, arrives_by, ...details } = order.order_details ?? {};
  const arrival = arrives_from && arrives_by ? arrivalDays({ arrives_from, arrives_by }) : undefined;
  return listFacts([
    ["Order number", order.order_number],
    ["PO number", order.po_number],
    ...extraFacts,
    ["Delivery", delivery_price === undefined ? delivery_method : undefined],
    ["Arrives", arrival],
    ["Ships by", arrival === undefined && ships_by ? dayText(ships_by) : undefined],
    ...paymentFacts(details),
    ["Ships to", printAddress(order.shipping_address)],
    ["Billing address", printAddress(order.billing_address)],
  ]);
};
