import { hrefOf, pages } from "../../worker/contract/pages.ts";
import type { Query } from "./database.ts";
import { type Factories, unique } from "./factories.ts";
import { emptyShipment } from "./shipping/empty-shipment.ts";

/** The "!" puts these names first in lists sorted by name. */
export const spacedName =
  "!A very long name of a laboratory for spectral analysis of everything that shines at night and by day".slice(0, 100);
export const unspacedName = `!${"Laboratoriumsbedarfsgesellschaft".repeat(4)}`.slice(0, 100);

export async function createLongestNames(query: Query, factories: Factories, boss_id: string): Promise<Paths> {
  const creations = [
    await createRows(query, factories, spacedName, boss_id),
    await createRows(query, factories, unspacedName, boss_id),
  ];
  return { lists: creations.flatMap(({ lists }) => lists), others: creations.flatMap(({ others }) => others) };
}

type Paths = { lists: string[]; others: string[] };

async function createRows(query: Query, factories: Factories, name: string, boss_id: string): Promise<Paths> {
  const insert = async (table: string, row: Record<string, unknown>): Promise<string> => {
    const columns = Object.keys(row);
    const places = columns.map((_, index) => `$${index + 1}`).join(", ");
    const statement = `insert into ${table} (${columns.join(", ")}) values (${places}) returning *`;
    const [createdRow] = await query<{ id: string }>(statement, Object.values(row));
    return createdRow?.id ?? "";
  };
  const suffix = unique("l").slice(-8);
  const { id: org_id } = await factories.createOrganization();
  await query("update organizations set name = $2 where id = $1", [org_id, name]);
  const personNames = { first_name: name.slice(0, 64), last_name: name.slice(0, 64) };
  const createPerson = async (email: string, more: Record<string, unknown> = {}) =>
    insert("users", { org_id, email, roles: ["user", "buyer"], ...personNames, ...more });
  const user_id = await createPerson(`${"x".repeat(60)}-${suffix}@${"laboratory".repeat(4)}.example.test`);
  const staff_id = await createPerson(`${"s".repeat(60)}-${suffix}@${"laboratory".repeat(4)}.example.test`, {
    roles: ["admin", "user"],
    preset: "warehouse",
    invited_by: boss_id,
  });
  await query("update users set invited_by = $1 where id = $2", [staff_id, boss_id]);
  const { id: product_id } = await factories.createProduct();
  await query("update products set name = $2 where id = $1", [product_id, `${name.slice(0, 91)} ${suffix}`]);
  const order_id = await insert("orders", {
    org_id,
    user_id,
    total: 123_456_789,
    shipping_data: JSON.stringify(emptyShipment),
    po_number: name.slice(0, 30),
    status: "processing",
    payment_status: "paid",
  });
  await insert("order_lines", {
    order_id,
    product_id,
    position: 0,
    quantity: 2,
    name: name.slice(0, 80),
    price: 61_728_394,
  });
  const invoice_id = await insert("invoices", {
    org_id,
    reference_id: order_id,
    reference_type: "order",
    amount: 123_456_789,
    payment_status: "paid",
    stripe_invoice_no: `52OHLPFC-${suffix.slice(-4)}`,
  });
  for (const [kind, amount_cents] of [
    ["charge", 123_456_789],
    ["dispute_reinstated", 23_456_789],
  ])
    await insert("payment_ledger", { invoice_id, org_id, stripe_object_id: unique("ch"), kind, amount_cents });
  await insert("refund_approvals", {
    key: unique("key"),
    asked_for: "{}",
    org_id,
    order_id,
    invoice_id,
    action: "refund",
    request: "{}",
    amount: 123_456_789,
    asked_by: staff_id,
    note: name,
  });
  await insert("subscriptions", {
    org_id,
    user_id,
    product_id,
    stripe_id: unique("sub"),
    status: "past_due",
    amount: 12_345_678,
    interval: "month",
    start_at: "2026-01-01T00:00:00Z",
  });
  await insert("devices", { org_id, product_id, serial: `CGX-${suffix}-${"7".repeat(16)}` });
  await insert("made_serials", { product_id, serial: `MADE-${suffix}-${"7".repeat(16)}` });
  const software_id = await insert("software", {
    kind: "plugin",
    name: `${name.slice(1, 52).toLowerCase().replaceAll(" ", "-")}-${suffix}`,
    title: name.slice(1, 65),
    author: name.slice(1, 65),
    author_url: "https://cgx.example.com",
  });
  const version = {
    software_id,
    public_description: "News",
    developer_description: `Build of ${name}`,
    file_name: `${suffix}.fpx`,
    bytes: 123_456_789,
    sha256: "0".repeat(64),
  };
  const version_id = await insert("software_versions", {
    ...version,
    version: "10.20.30-beta.11",
    is_published: true,
    published_at: new Date().toISOString(),
  });
  await insert("software_versions", {
    ...version,
    version: "10.20.31-rc.1",
    stage: "percentage",
    stage_percent: 20,
    staged_at: new Date().toISOString(),
  });
  await insert("software_versions", {
    ...version,
    version: "10.20.29",
    withdrawn_at: new Date().toISOString(),
    withdrawal_reason: name,
  });
  await insert("downloads", { id: crypto.randomUUID(), org_id, user_id, software_id, version_id });
  await insert("account_requests", {
    email: `${"r".repeat(60)}-${suffix}@${"laboratory".repeat(4)}.example.test`,
    ...personNames,
    org_name: name,
  });
  await insert("audiences", {
    name: `${name.slice(0, 91)} ${suffix}`,
    audience: JSON.stringify({ roles: ["buyer"] }),
    created_by: staff_id,
  });
  await insert("broadcasts", {
    type: "announcement",
    payload: JSON.stringify({ subject: name, message: "Text" }),
    org_id,
    channels: ["email", "app"],
    created_by: staff_id,
    people: 1_234_567,
    organizations: 123_456,
  });
  await insert("outbox", {
    channel: "email",
    type: "passwordChanged",
    recipient: `${"o".repeat(60)}-${suffix}@${"laboratory".repeat(4)}.example.test`,
    payload: "{}",
    next_at: "2099-01-01T00:00:00Z",
    failed_at: new Date().toISOString(),
    last_error: name,
  });
  await insert("stripe_events", {
    id: unique("evt"),
    type: "customer.subscription.pending_update_applied",
    object_id: `sub_${name.slice(1, 60).replaceAll(" ", "")}`,
    created: 1,
    status: "given-up",
    tries: 12,
  });
  const browser = "Chrome 140 on Windows";
  await insert("client_errors", {
    fingerprint: suffix,
    level: "error",
    type: "unhandledrejection",
    message: name,
    page: "/admin/organizations/:id/addresses/:position/remove",
    browser,
    last_seen_at: new Date().toISOString(),
    count: 1_234_567,
  });
  const run_id = await insert("task_runs", {
    task: "products",
    trigger: "manual",
    started_by: staff_id,
    status: "failed",
    finished_at: new Date().toISOString(),
    found: 1_234_567,
    processed: 1_234_567,
    failed: 123_456,
    error: name,
  });
  await query("insert into task_failures (run_id, record_id, reason) values ($1, $2, $3)", [run_id, suffix, name]);
  await insert("book_differences", {
    kind: "orphan_charge",
    reference_type: "payment",
    reference_id: `ch_${suffix}${"7".repeat(16)}`,
    expected: 0,
    found: 123_456_789,
    cause: "charged_by_nobody",
    org_id,
    last_seen_run: run_id,
  });
  await insert("shipping_rates", { country: null, option: `${name.slice(0, 55)} ${suffix}`, price: 123_456 });
  await insert("industries", { name: `${name.slice(0, 55)} ${suffix}` });
  await insert("assignments", {
    subject_type: "order",
    subject_id: order_id,
    org_id,
    assignee_id: staff_id,
    due_on: "2026-01-01",
    assigned_by: staff_id,
  });
  const [software] = await query<{ name: string }>("select name from software where id = $1", [software_id]);
  return {
    lists: [
      hrefOf(pages.organizationDevices, { org_id }),
      hrefOf(pages.organizationDownloads, { org_id }),
      hrefOf(pages.adminSoftwareNamed, { name: software?.name ?? "" }, { kind: "plugin" }),
    ],
    others: [
      hrefOf(pages.organization, { org_id }),
      hrefOf(pages.adminVersion, { id: version_id }),
      hrefOf(pages.adminProduct, { product_id }),
      hrefOf(pages.adminOrder, { order_id }),
      hrefOf(pages.adminInvoice, { invoice_id }),
      hrefOf(pages.staffMember, { user_id: staff_id }),
      hrefOf(pages.adminPerson, { user_id }),
    ],
  };
}
