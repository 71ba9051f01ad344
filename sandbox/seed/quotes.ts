// Quotes in every state: requested, offered twice with messages, accepted, ordered, and ended in each possible way.
import type { Client } from "pg";
import type { quoteStatuses } from "../../db/enums.ts";
import { pricedLine } from "./money.ts";
import { type DemoOrganization, demoOrganizations } from "./organizations.ts";
import { demoProducts } from "./products/index.ts";
import { daysAgo, insertMissing, seedId } from "./rows.ts";

/** `percent` is the discount on every line, `valid` the days that the offer is valid; `shipping` is in US cents. */
type Offer = { days: number; percent: number; shipping: number; text: string; valid: number };
type Message = { days: number; by: string; text: string };
type QuoteSeed = {
  organization: DemoOrganization;
  by: string;
  days: number;
  status: (typeof quoteStatuses)[number];
  /** Quantities by the last digits of the product id. */
  lines: Record<number, number>;
  note: string | null;
  offers?: Offer[];
  messages?: Message[];
  reason?: string;
  started_by?: string;
  /** Last digits of the order's id. */
  order?: number;
};

const { acme, globex, northwind } = demoOrganizations;
const ben = "buyer@acme.test";
const maximiliane = "maximiliane@acme.test";
const samuel = "support@cgx.test";

const quotes: QuoteSeed[] = [
  {
    organization: acme,
    by: ben,
    days: 92,
    status: "expired",
    lines: { 102: 2 },
    note: "Two for the new hall, if the board agrees.",
    offers: [{ days: 90, percent: 5, shipping: 0, text: "Both from stock.", valid: 30 }],
  },
  {
    organization: acme,
    by: "yusuf@acme.test",
    days: 44,
    status: "rejected",
    lines: { 110: 20 },
    note: "Twenty fibres a year.",
    offers: [{ days: 43, percent: 5, shipping: 1500, text: "Five per cent from twenty pieces.", valid: 30 }],
    reason: "We found a supplier in Austin.",
  },
  { organization: acme, by: ben, days: 30, status: "rejected", lines: { 108: 3 }, note: null },
  {
    organization: acme,
    by: ben,
    days: 21,
    status: "declined",
    lines: { 103: 1 },
    note: "One inline spectrometer for line 2.",
    reason: "Inline 400 is built for a line: we would like to see yours first, and will call you on Monday.",
  },
  {
    organization: acme,
    by: ben,
    days: 23,
    status: "ordered",
    lines: { 101: 3, 108: 1 },
    note: "Three for the laboratory in Austin.",
    offers: [
      { days: 22, percent: 0, shipping: 1500, text: "At your partner price, reserved until Friday.", valid: 14 },
    ],
    order: 310,
  },
  {
    organization: acme,
    by: maximiliane,
    days: 4,
    status: "accepted",
    lines: { 104: 50, 111: 50 },
    note: "Fifty sensors with cables for the halls in Austin.",
    offers: [
      { days: 3, percent: 10, shipping: 0, text: "Ten per cent from fifty pieces, shipping is on us.", valid: 30 },
    ],
  },
  {
    organization: acme,
    by: ben,
    days: 2,
    status: "sent",
    lines: { 102: 4, 109: 4 },
    note: "Four measuring stations for the paint shop in spring. What can you do about the price?",
    offers: [
      { days: 1.6, percent: 5, shipping: 4500, text: "Five per cent for four stations, from stock.", valid: 30 },
      {
        days: 0.5,
        percent: 10,
        shipping: 0,
        text: "Ten per cent if you order this year, and we ship them free.",
        valid: 32,
      },
    ],
    messages: [
      { days: 1, by: ben, text: "Thank you. Could you do ten per cent if we order before the year ends?" },
      {
        days: 0.6,
        by: samuel,
        text: "We can. I will send you a second version, and we ship the four stations together.",
      },
    ],
  },
  {
    organization: acme,
    by: ben,
    days: 0.1,
    status: "requested",
    lines: { 105: 24, 106: 2 },
    note: "For the presses of hall 3. We would take delivery in two parts.",
  },
  {
    organization: globex,
    by: "owner@globex.test",
    days: 0.8,
    status: "requested",
    lines: { 101: 12, 112: 12 },
    note: "Twelve for the field teams. Do you have a price for a dozen?",
  },
  {
    organization: northwind,
    by: "owner@northwind.test",
    days: 0.3,
    status: "requested",
    lines: { 104: 10 },
    note: "As we talked about at the fair.",
    started_by: samuel,
  },
];

type DemoUser = { id: string; email: string };

export async function seedQuotes(client: Client): Promise<void> {
  const found = await client.query("select 1 from quotes where id = $1", [seedId(1101)]);
  if (found.rows.length > 0) return;
  const { rows: people } = await client.query<DemoUser>("select id, email from users");
  const findUserId = (email: string): string => {
    const person = people.find((one) => one.email === email);
    if (!person) throw new Error(`The demo user ${email} is missing.`);
    return person.id;
  };
  const rowSets = quotes.map((quote, place) => buildRows(quote, place + 1, findUserId));
  await insertMissing(
    client,
    "carts",
    rowSets.flatMap(({ cart }) => cart),
  );
  await insertMissing(
    client,
    "quotes",
    rowSets.map(({ quote }) => quote),
  );
  await insertMissing(
    client,
    "quote_versions",
    rowSets.flatMap(({ versions }) => versions),
  );
  await insertMissing(
    client,
    "quote_messages",
    rowSets.flatMap(({ messages }) => messages),
  );
}

const toDay = (instant: string): string => instant.slice(0, 10);
const endOfDay = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString();

function buildRows(seed: QuoteSeed, number: number, findUserId: (email: string) => string) {
  const { organization, by, days, status, note, offers = [], messages = [], reason = null, started_by, order } = seed;
  const quote_id = seedId(1100 + number);
  const requested = Object.entries(seed.lines).map(([id, quantity]) => ({ product_id: seedId(Number(id)), quantity }));
  const [book] = organization.address_books;
  const address = { billing: book?.address ?? null, shipping: book?.address ?? null };
  const pricedLines = requested.map(({ product_id, quantity }) => ({
    product_id,
    quantity,
    price: findPrice(organization, product_id),
  }));
  const askedTotal = pricedLines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const sent_by = findUserId(samuel);
  const versions = offers.map((offer, place) =>
    buildVersion(offer, pricedLines, { quote_id, version: place + 1, sent_by }),
  );
  const newest = versions.at(-1);
  const created_at = daysAgo(days);
  const user_id = findUserId(by);
  const expires_at = newest ? endOfDay(newest.valid_until) : null;
  const acceptedDays = status === "accepted" || status === "ordered" ? (offers.at(-1)?.days ?? 0) - 0.4 : undefined;
  const cart_id = status === "accepted" ? seedId(1150 + number) : null;
  const quote = {
    id: quote_id,
    // below the first number of the database sequence, so that later quotes do not collide
    quote_number: `Q${String(900 + number).padStart(8, "0")}`,
    org_id: organization.id,
    user_id,
    started_by: started_by === undefined ? null : findUserId(started_by),
    status,
    note,
    requested,
    address,
    shipping_rate_id: null,
    draft: {
      lines: pricedLines,
      discount_percent: newest?.discount_percent ?? null,
      discount: null,
      shipping: newest?.shipping ?? 0,
      text: newest?.text ?? null,
      valid_until: newest?.valid_until ?? toDay(daysAgo(days - 30)),
    },
    version: versions.length,
    total: newest?.total ?? askedTotal,
    expires_at,
    reason,
    cart_id,
    accepted_by: acceptedDays === undefined ? null : user_id,
    accepted_at: acceptedDays === undefined ? null : daysAgo(acceptedDays),
    order_by: acceptedDays === undefined ? null : expires_at,
    order_id: order === undefined ? null : seedId(order),
    created_at,
    updated_at: created_at,
  };
  const cart = cart_id && newest ? [buildCart(quote, newest, cart_id, number)] : [];
  const messageRows = messages.map((message, place) => ({
    id: seedId(1200 + number * 10 + place),
    quote_id,
    user_id: findUserId(message.by),
    is_from_shop: message.by === samuel,
    text: message.text,
    created_at: daysAgo(message.days),
  }));
  return { quote, cart, versions, messages: messageRows };
}

/** Price of the organization in US cents; a product without a price is quoted at $9,800.00. */
function findPrice(organization: DemoOrganization, productId: string): number {
  const prices = demoProducts.find(({ id }) => id === productId)?.price_levels ?? {};
  const level = organization.price_level_name ?? "Base Price";
  return level in prices ? pricedLine(organization, productId, 1).price : 980_000;
}

type PricedLine = { product_id: string; quantity: number; price: number };

function buildVersion(
  { days, percent, shipping, text, valid }: Offer,
  priced: PricedLine[],
  { quote_id, version, sent_by }: { quote_id: string; version: number; sent_by: string },
) {
  const lines = priced.map((line) => {
    const product = demoProducts.find(({ id }) => id === line.product_id);
    const amount = line.price * line.quantity;
    const discount = (amount * percent) / 100;
    return { ...line, name: product?.name, sku: product?.sku ?? null, discount, total: amount - discount };
  });
  const subtotal = lines.reduce((sum, { total, discount }) => sum + total + discount, 0);
  const discount = lines.reduce((sum, line) => sum + line.discount, 0);
  return {
    id: seedId(Number(quote_id.slice(-6)) * 100 + version),
    quote_id,
    version,
    lines,
    pieces: lines.map(({ product_id: id, quantity, total }) => ({ id, quantity, price: total / quantity })),
    subtotal,
    discount_percent: percent === 0 ? null : percent,
    discount,
    shipping,
    total: subtotal - discount + shipping,
    text,
    valid_until: toDay(daysAgo(days - valid)),
    sent_by,
    sent_at: daysAgo(days),
  };
}

type Quote = { id: string; user_id: string; org_id: string; address: object; order_by: string | null };
type Version = ReturnType<typeof buildVersion>;

const buildCart = (quote: Quote, { version, shipping, pieces }: Version, id: string, number: number) => ({
  id,
  user_id: quote.user_id,
  org_id: quote.org_id,
  cart_no: `C${String(950 + number).padStart(8, "0")}`,
  products: Object.fromEntries(pieces.map((piece) => [piece.id, piece.quantity])),
  seen_prices: Object.fromEntries(pieces.map((piece) => [piece.id, piece.price])),
  quoted: { quote_id: quote.id, version, shipping, pieces, order_by: quote.order_by },
  address: quote.address,
  is_complete: false,
  version: 2,
  created_at: daysAgo(3),
  updated_at: daysAgo(2.6),
});
