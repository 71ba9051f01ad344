// Orders of the demo shop with their lines, packages, invoices, ledger entries and tax reports.
import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import type { OrderStatus } from "../../db/enums.ts";
import type { InvoiceProduct } from "../../db/schema/money/invoices.ts";
import type { ShippingData } from "../../db/schema/money/orders.ts";
import { buildInvoice, type Payment, paymentStatus, pricedLine, sumLines } from "./money.ts";
import { type DemoOrganization, demoOrganizations } from "./organizations.ts";
import { demoProducts } from "./products/index.ts";
import { daysAgo, insertMissing, seedId } from "./rows.ts";

export type Buyer = { id: string; email: string; first_name: string; last_name: string };
type Delivery = readonly [option: string, price: number, service: string];
type OrderSeed = [
  days: number,
  buyer: string,
  DemoOrganization,
  Delivery | null,
  OrderStatus,
  Payment,
  Record<number, number>,
];

const { acme, globex, northwind } = demoOrganizations;
const owner = "owner@acme.test";
const buyer = "buyer@acme.test";
const greta = "owner@globex.test";
const lena = "owner@northwind.test";
const standard = ["Standard", 1500, "FEDEX_GROUND"] as const;
const express = ["Express", 4500, "FEDEX_2_DAY"] as const;
const international = ["International", 6900, "INTERNATIONAL_ECONOMY"] as const;

/** Oldest first, so that order numbers rise with time. Covers every order and payment status. */
const orders: OrderSeed[] = [
  [152, lena, northwind, international, "received", "refunded", { 104: 2 }],
  [131, buyer, acme, express, "received", "won_dispute", { 105: 6, 106: 1 }],
  [112, greta, globex, standard, "received", "paid", { 101: 2, 112: 2 }],
  [93, buyer, acme, standard, "canceled", "refunded", { 108: 1 }],
  [76, owner, acme, standard, "received", "paid", { 104: 12, 106: 1 }],
  [61, buyer, acme, standard, "received", "refund_failed", { 105: 8, 111: 8 }],
  [48, buyer, acme, express, "received", "disputed", { 102: 1, 110: 2 }],
  [41, greta, globex, express, "canceled", "refunded", { 106: 2 }],
  [33, owner, acme, null, "received", "paid", { 124: 1 }],
  [20, buyer, acme, standard, "shipped", "paid", { 101: 3, 108: 1 }],
  [16, greta, globex, express, "shipped", "paid", { 105: 10, 106: 1, 111: 10 }],
  [12, buyer, acme, standard, "processing", "partially_refunded", { 104: 4, 111: 4 }],
  [9, lena, northwind, international, "processing", "paid", { 102: 1, 109: 1, 110: 1 }],
  [6, buyer, acme, express, "new", "declined", { 101: 1 }],
  [5, greta, globex, standard, "processing", "paid", { 108: 1, 109: 1 }],
  [3, owner, acme, express, "processing", "paid", { 102: 1, 109: 1, 110: 2 }],
  [2, greta, globex, standard, "new", "pending", { 104: 6 }],
  [1, buyer, acme, standard, "new", "pending", { 106: 2, 111: 4 }],
];

export async function seedOrders(client: Client): Promise<void> {
  const found = await client.query("select 1 from orders where id = $1", [seedId(301)]);
  if (found.rows.length > 0) return;
  const people = await client.query<Buyer>(
    "select id, email, first_name, last_name from users where email = any ($1)",
    [[owner, buyer, greta, lena]],
  );
  const rows = orders.map((order, index) => orderRows(order, index + 1, people.rows));
  await insertOrders(client, rows);
}

type OrderRows = { order: PlacedOrder; lines: Line[]; invoice: object; ledger: object[]; reports: object[] };

export async function insertOrders(client: Client, rows: OrderRows[]): Promise<void> {
  await insertMissing(
    client,
    "orders",
    rows.map(({ order }) => order),
  );
  await insertMissing(
    client,
    "order_lines",
    rows.flatMap(({ lines }) => lines),
  );
  await insertMissing(
    client,
    "packages",
    rows.flatMap(({ order }) => packageRows(order)),
  );
  await insertMissing(
    client,
    "package_lines",
    rows.flatMap(({ order, lines }) => packageLineRows(order, lines)),
  );
  await insertMissing(
    client,
    "package_serials",
    rows.flatMap(({ order, lines }) => packageSerialRows(order, lines)),
  );
  await insertMissing(
    client,
    "invoices",
    rows.map(({ invoice }) => invoice),
  );
  await insertMissing(
    client,
    "payment_ledger",
    rows.flatMap(({ ledger }) => ledger),
  );
  await insertMissing(
    client,
    "tax_reports",
    rows.flatMap(({ reports }) => reports),
  );
}

/** The order's numbers and ids derive from `index`. */
export function orderRows(
  [days, email, organization, delivery, status, payment, quantities]: OrderSeed,
  index: number,
  people: Buyer[],
) {
  const person = people.find((one) => one.email === email);
  if (!person) throw new Error(`The demo user ${email} is missing.`);
  const created_at = daysAgo(days);
  const number = 300 + index;
  const products = Object.entries(quantities).map(([id, quantity]) =>
    pricedLine(organization, seedId(Number(id)), quantity),
  );
  const { net, tax } = sumLines(products);
  const shipping = delivery?.[1] ?? 0;
  const isSent = delivery !== null && (status === "shipped" || status === "received");
  const tracking = isSent ? { number: `1Z70${number}`, url: `https://tracking.example.com/1Z70${number}` } : null;
  const order = {
    id: seedId(number),
    // below the first number of the database sequence, so that later orders do not collide
    order_number: `O${String(900 + index).padStart(8, "0")}`,
    user_id: person.id,
    org_id: organization.id,
    stripe_id: payment === "pending" ? null : `in_seed_${400 + index}`,
    total: net + tax + shipping,
    shipping,
    tax,
    status,
    freight_service: delivery?.[2] ?? null,
    // An order of software counts as received when it is paid.
    status_at: delivery ? statusTimes(status, days) : { received: daysAgo(days) },
    payment_status: paymentStatus(payment),
    po_number: purchaseOrder(organization, index),
    price_level_name: organization.price_level_name ?? "Base Price",
    shipping_data: shippingData(
      person,
      organization,
      delivery,
      tracking && { ...tracking, delivered_at: statusTimes(status, days).received ?? null },
    ),
    created_at,
    updated_at: created_at,
  };
  const invoice = buildInvoice({
    number: 400 + index,
    organization,
    po_number: order.po_number,
    reference_id: order.id,
    reference_type: "order",
    billing_reason: "manual",
    period_start: "1970-01-01T00:00:00.000Z",
    products,
    shipping,
    payment,
    tracking,
    created_at,
  });
  return { order, lines: products.map((line, position) => lineRow(order, number, line, position, isSent)), ...invoice };
}

/** Acme orders with a PO number, except for every fourth order. */
const purchaseOrder = ({ id }: DemoOrganization, index: number): string | null =>
  id === acme.id && index % 4 !== 0 ? `45000${18_000 + index * 37}` : null;

type PlacedOrder = {
  id: string;
  status: OrderStatus;
  shipping_data: ShippingData;
  status_at: Partial<Record<OrderStatus, string>>;
};
type Line = { id: string; quantity: number; serial_number: string[] };

const packageId = (orderId: string) => seedId(930_000 + Number(orderId.slice(-6)));

const packageRows = ({ id, status, shipping_data, status_at }: PlacedOrder) =>
  shipping_data.packages.map((parcel) => ({
    id: packageId(id),
    order_id: id,
    tracking_id: parcel.tracking_id,
    tracking_link: parcel.tracking_link,
    freight_carrier: parcel.freight_carrier,
    freight_service: parcel.freight_service,
    status: status === "received" ? "delivered" : "sent",
    delivered_at: status_at.received ?? null,
    created_at: status_at.shipped,
  }));

/** An order has at most one package, which holds all lines. */
const packageLineRows = ({ id, shipping_data }: PlacedOrder, lines: Line[]) =>
  shipping_data.packages.length === 0
    ? []
    : lines.map((line) => ({
        id: randomUUID(),
        package_id: packageId(id),
        line_id: line.id,
        quantity: line.quantity,
        created_at: new Date().toISOString(),
      }));

const packageSerialRows = ({ id, shipping_data }: PlacedOrder, lines: Line[]) =>
  shipping_data.packages.length === 0
    ? []
    : lines.flatMap((line) =>
        line.serial_number.map((serial) => ({ id: randomUUID(), package_id: packageId(id), line_id: line.id, serial })),
      );

const daysAfter = [0.2, 1, 3.5];
const stages = ["processing", "shipped", "received"] as const;

/** Processed within hours, shipped after a day, received after three and a half; canceled after half a day. */
function statusTimes(status: OrderStatus, days: number): Partial<Record<OrderStatus, string>> {
  if (status === "canceled") return { canceled: daysAgo(days - 0.5) };
  const reached = stages.slice(0, stages.findIndex((stage) => stage === status) + 1);
  return Object.fromEntries(reached.map((stage, at) => [stage, daysAgo(days - (daysAfter[at] ?? 0))]));
}

function lineRow(
  order: { id: string; created_at: string },
  number: number,
  line: InvoiceProduct,
  position: number,
  isSent: boolean,
) {
  const product = demoProducts.find(({ id }) => id === line.id);
  const serial = product?.patterns[0]?.replace("\\d{5}", "");
  const first = 70_000 + (number - 300) * 100 + position * 20;
  return {
    id: seedId(number * 100 + position),
    order_id: order.id,
    product_id: line.id,
    position,
    quantity: line.quantity,
    name: line.name,
    price: line.price,
    tax_amount: line.tax_amount,
    main_image: product?.main_image,
    short_description: product?.short_description,
    detailed_description: product?.detailed_description,
    serial_number:
      isSent && serial ? Array.from({ length: line.quantity }, (_, unit) => `${serial}${first + unit}`) : [],
    created_at: order.created_at,
    updated_at: order.created_at,
  };
}

function shippingData(
  { first_name, last_name, email }: Buyer,
  { address_books }: DemoOrganization,
  delivery: Delivery | null,
  tracking: { number: string; url: string; delivered_at: string | null } | null,
): ShippingData {
  const [book] = address_books;
  return {
    personal_data: { first_name, last_name, phone: book?.phone ?? null, email },
    address: delivery ? (book?.address ?? null) : null,
    packages: tracking
      ? [
          {
            tracking_id: tracking.number,
            tracking_link: tracking.url,
            freight_carrier: "UPS",
            freight_service: delivery?.[0] ?? null,
            delivered_at: tracking.delivered_at,
          },
        ]
      : [],
    method: delivery?.[0] ?? null,
  };
}
