// One file, because all tests share one fake; it behaves as Oracle documents the calls.
import { constants, sign } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sandboxAt } from "../support/sandbox.ts";
import { type Sandbox, startSandbox } from "../../sandbox/sandbox.ts";

const dataDir = mkdtempSync(join(tmpdir(), "crunchbox-net-suite-"));
let running: Sandbox;
let token = "";
const startAgain = () => startSandbox({ dataDir, port: 0, publicUrl: "http://localhost:1", durable: false });

beforeAll(async () => {
  running = await startAgain();
  token = (await requestToken({})).answer["access_token"] ?? "";
});
beforeEach(async () => {
  await fetch(`${running.url}/faults`, { method: "DELETE" });
});
afterAll(async () => {
  await running?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const tokenUrl = () => `${running.url}/net-suite/services/rest/auth/oauth2/v1/token`;
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

async function requestToken(wrong: { header?: object; claims?: object; signature?: string }) {
  const now = Math.floor(Date.now() / 1000);
  const { NETSUITE_CERTIFICATE_ID: kid, NETSUITE_CLIENT_ID: iss, NETSUITE_PRIVATE_KEY: key = "" } = running.vars;
  const head = base64({ typ: "JWT", alg: "PS256", kid, ...wrong.header });
  const claims = base64({ iss, scope: "rest_webservices", aud: tokenUrl(), iat: now, exp: now + 300, ...wrong.claims });
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  const signature = sign("sha256", Buffer.from(`${head}.${claims}`), { key, ...padding }).toString("base64url");
  const response = await fetch(tokenUrl(), {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: `${head}.${claims}.${wrong.signature ?? signature}`,
    }),
  });
  const answer: Record<string, string> = await response.json();
  return { status: response.status, answer };
}

const callApi = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(`${running.url}/net-suite/services/rest${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const query = (q: string, page = "") => callApi("POST", `/query/v1/suiteql${page}`, { q }, { prefer: "transient" });
const createRecord = async (body: object) => (await sandboxAt(running.url).post("/net-suite/records", body)).json();
const readErrorCode = async (response: Response) => [
  response.status,
  (await response.json())["o:errorDetails"][0]["o:errorCode"],
];
const parseId = (response: Response) => response.headers.get("location")?.split("/").at(-1) ?? "";
const addFault = (fault: object) => sandboxAt(running.url).post("/faults", { service: "net-suite", ...fault });

test("a token is given for an assertion of the described structure, and for no other", async () => {
  expect(await requestToken({})).toMatchObject({ status: 200, answer: { expires_in: "3600", token_type: "bearer" } });
  const tooLate = Math.floor(Date.now() / 1000) + 4000;
  const refusals = [
    [{ header: { kid: "other" } }, 401, "invalid_client"],
    [{ header: { alg: "RS256" } }, 401, "invalid_client"],
    [{ signature: "AAAA" }, 401, "invalid_client"],
    [{ claims: { iss: "other" } }, 401, "invalid_client"],
    [{ claims: { aud: "https://example.com" } }, 400, "invalid_grant"],
    [{ claims: { exp: tooLate } }, 400, "invalid_grant"],
    [{ claims: { scope: "restlets" } }, 400, "invalid_scope"],
  ] as const;
  for (const [wrong, status, error] of refusals)
    expect(await requestToken(wrong), JSON.stringify(wrong)).toMatchObject({ status, answer: { error } });
  const unauthorized = await callApi("GET", "/record/v1/customer/1", undefined, { authorization: "Bearer x" });
  expect(await readErrorCode(unauthorized)).toEqual([401, "INVALID_LOGIN"]);
});

test("an upsert makes one record, adds the lines again when it is repeated, and computes the total from them", async () => {
  const customer = await createRecord({ type: "customer", fields: { companyName: "Initech" } });
  const item = await createRecord({
    type: "item",
    fields: { itemId: "P-1", displayName: "Probe", prices: { "Base Price": "19.99" } },
  });
  const order = {
    entity: { id: customer.id },
    otherRefNum: "O1",
    item: {
      items: [
        { item: { id: item.id }, quantity: 3, rate: 19.99 },
        { item: { id: "11" }, amount: 4.95 },
      ],
    },
  };
  const created = await callApi("PUT", "/record/v1/salesOrder/eid:order-1", order);
  expect([created.status, await created.text()]).toEqual([204, ""]);
  const fetchOrder = async () =>
    (await callApi("GET", "/record/v1/salesOrder/eid:order-1?expandSubResources=true")).json();
  expect(await fetchOrder()).toMatchObject({
    id: parseId(created),
    externalId: "order-1",
    otherRefNum: "O1",
    total: 64.92,
  });
  expect(parseId(await callApi("PUT", "/record/v1/salesOrder/eid:order-1?replace=item", order))).toBe(parseId(created));
  expect((await fetchOrder()).item.items).toHaveLength(2);
  await callApi("PUT", "/record/v1/salesOrder/eid:order-1", order);
  const doubledOrder = await fetchOrder();
  expect([doubledOrder.item.items.length, doubledOrder.total]).toEqual([4, 129.84]);
  const collapsedOrder = await (await callApi("GET", `/record/v1/salesorder/${parseId(created)}`)).json();
  expect(collapsedOrder.item).toEqual({ links: [expect.objectContaining({ rel: "self" })] });

  const badOrder = { ...order, item: { items: [{ item: { id: "999999" }, amount: 1 }] } };
  const refusedOrder = await callApi("POST", "/record/v1/salesOrder", badOrder);
  expect(refusedOrder.headers.get("content-type")).toBe("application/vnd.oracle.resource+json; type=error");
  expect((await refusedOrder.json())["o:errorDetails"]).toEqual([
    {
      detail:
        "Error while accessing resource: You have entered an Invalid Field Value 999999 for the following field: item",
      "o:errorCode": "INVALID_CONTENT",
      "o:errorPath": "item.items[0].item",
    },
  ]);
  expect(await readErrorCode(await callApi("GET", "/record/v1/invoice/eid:none"))).toEqual([404, "NONEXISTENT_ID"]);
  expect((await callApi("DELETE", `/record/v1/salesOrder/${parseId(created)}`)).status).toBe(204);
  expect((await callApi("GET", `/record/v1/salesOrder/${parseId(created)}`)).status).toBe(404);
});

test("SuiteQL answers texts in pages, without what is null, and refuses what it does not know", async () => {
  const level = { refName: "Partner" };
  const fields = {
    companyName: "Umbra",
    email: null,
    priceLevel: level,
    defaultAddress: "9 Elm\nAustin TX 78744\nUnited States",
  };
  const { id } = await createRecord({ type: "customer", fields });
  const columns =
    "customer.id, customer.companyname, customer.email, customer.isinactive, BUILTIN.DF(customer.pricelevel) AS level";
  const tables = "FROM customer LEFT JOIN EntityAddress a ON a.nkey = customer.defaultbillingaddress";
  const page = await (
    await query(`SELECT ${columns}, a.addr1, a.city, a.zip, a.country ${tables} WHERE customer.id = ${id}`)
  ).json();
  expect(page).toMatchObject({ count: 1, hasMore: false, offset: 0, totalResults: 1 });
  expect(page.items).toEqual([
    {
      links: [],
      id,
      companyname: "Umbra",
      isinactive: "F",
      level: "Partner",
      addr1: "9 Elm",
      city: "Austin",
      zip: "78744",
      country: "US",
    },
  ]);
  await sandboxAt(running.url).post("/net-suite/generate", { type: "item", count: 1200 });
  const items = (after: number) => query(`SELECT id FROM item WHERE id > ${after} ORDER BY id`, "?limit=1000");
  const firstPage = await (await items(0)).json();
  expect([firstPage.count, firstPage.hasMore]).toEqual([1000, true]);
  const lastPage = await (await items(Number(firstPage.items[999].id))).json();
  expect([lastPage.count, lastPage.hasMore]).toEqual([firstPage.totalResults - 1000, false]);

  for (const [statement, address] of [
    ["DELETE FROM item", ""],
    ["SELECT id FROM item LIMIT 5", ""],
    ["SELECT id FROM item; SELECT 1", ""],
    ["SELECT pg_sleep(1) FROM item", ""],
    ["SELECT id FROM pg_class", ""],
    ["SELECT nothing FROM item", ""],
    ["SELECT id FROM item", "?limit=1001"],
    ["SELECT id FROM item", "?limit=10&offset=5"],
  ] as const)
    expect(await readErrorCode(await query(statement, address)), statement + address).toEqual([
      400,
      "INVALID_PARAMETER",
    ]);
  expect(await readErrorCode(await callApi("POST", "/query/v1/suiteql", { q: "SELECT id FROM item" }))).toEqual([
    400,
    "INVALID_HEADER",
  ]);
});

test("the account has two currencies, quantity breaks, leads and individuals, and numbers where it is asked to", async () => {
  const pricedItem = await createRecord({ type: "item", fields: { itemId: "P-9", prices: { "Base Price": "20" } } });
  const queryRows = async (q: string) => (await (await query(q)).json()).items;
  const prices = await queryRows(
    `SELECT pricing.quantity, pricing.unitprice, currency.symbol FROM pricing JOIN currency ON currency.id = pricing.currency
     WHERE pricing.item = ${pricedItem.id} ORDER BY pricing.quantity, currency.symbol`,
  );
  expect(prices.map((row: Record<string, string>) => [row["quantity"], row["symbol"], row["unitprice"]])).toEqual([
    ["0", "EUR", "18"],
    ["0", "USD", "20"],
    ["10", "EUR", "14"],
    ["10", "USD", "16"],
  ]);
  const lead = await createRecord({ type: "customer", fields: { companyName: "Lead", stage: "LEAD", isPerson: true } });
  const leadQuery = `SELECT id, searchstage, isperson FROM customer WHERE id = ${lead.id}`;
  expect(await queryRows(leadQuery)).toEqual([{ links: [], id: lead.id, searchstage: "Lead", isperson: "T" }]);
  const setNumeric = (has_numeric_values: boolean) =>
    fetch(`${running.url}/net-suite/account`, { method: "PATCH", body: JSON.stringify({ has_numeric_values }) });
  await setNumeric(true);
  expect((await queryRows(leadQuery))[0].id).toBe(Number(lead.id));
  await setNumeric(false);
  expect((await callApi("GET", `/record/v1/customer/${lead.id}`, undefined, { "user-agent": "" })).status).toBe(403);
});

test("the status of a fulfilment is a letter, and with BUILTIN.CF the letter after its type", async () => {
  const plantFulfilment = async (fields: object): Promise<{ id: string }> =>
    createRecord({ type: "fulfillment", fields });
  const [packed, shipped] = [await plantFulfilment({ shipStatus: { id: "B" } }), await plantFulfilment({})];
  const select = `SELECT t.id, t.status, BUILTIN.CF(t.status) AS whole FROM transaction t
    WHERE t.id IN (${packed.id}, ${shipped.id})`;
  const listStatuses = async (where: string) =>
    (await (await query(`${select} AND ${where} ORDER BY t.id`)).json()).items;
  const expectedStatuses = [
    { links: [], id: packed.id, status: "B", whole: "ItemShip:B" },
    { links: [], id: shipped.id, status: "C", whole: "ItemShip:C" },
  ];
  expect(await listStatuses("t.type = 'ItemShip'")).toEqual(expectedStatuses);
  expect(await listStatuses("BUILTIN.CF(t.status) = 'ItemShip:C'")).toEqual(expectedStatuses.slice(1));
  expect((await query("SELECT BUILTIN.CF(t.memo) FROM transaction t")).status).toBe(400);
});

test("an invoice comes from an approved order, a refund from a credit memo, and each settles what is open", async () => {
  const { id: entity } = await createRecord({ type: "customer", fields: { companyName: "Hooli" } });
  const { id: item } = await createRecord({ type: "item", fields: { itemId: "P-7" } });
  const buildOrder = (more: object) => ({
    entity: { id: entity },
    item: {
      items: [
        { item: { id: item }, quantity: 2, rate: 10 },
        { item: { id: "12" }, rate: 5 },
      ],
    },
    ...more,
  });
  const createAndGetId = async (path: string, body: object) =>
    parseId(await callApi("POST", `/record/v1/${path}`, body));
  const fetchRecord = async (path: string) =>
    (await callApi("GET", `/record/v1/${path}?expandSubResources=true`)).json();
  const setPreferences = (change: object) =>
    fetch(`${running.url}/net-suite/account`, { method: "PATCH", body: JSON.stringify(change) });
  const pendingOrderId = await createAndGetId("salesOrder", buildOrder({}));
  expect((await fetchRecord(`salesOrder/${pendingOrderId}`)).orderStatus.id).toBe("A");
  expect((await callApi("POST", `/record/v1/salesOrder/${pendingOrderId}/!transform/invoice`, {})).status).toBe(400);

  await setPreferences({ can_invoice_in_advance: false });
  const id = await createAndGetId("salesOrder", buildOrder({ orderStatus: { id: "B" } }));
  const toInvoice = (body: object) => callApi("POST", `/record/v1/salesOrder/${id}/!transform/invoice`, body);
  expect((await toInvoice({})).status).toBe(400);
  // A stand-alone invoice leaves the order open.
  const standaloneInvoice = {
    entity: { id: entity },
    createdFrom: { id },
    item: { items: [{ item: { id: item }, rate: 1 }] },
  };
  expect((await callApi("PUT", "/record/v1/invoice/eid:alone", standaloneInvoice)).status).toBe(204);
  expect((await fetchRecord(`salesOrder/${id}`)).orderStatus.id).toBe("B");
  await setPreferences({ can_invoice_in_advance: true });
  const partialInvoice = await toInvoice({
    externalId: "part",
    item: { items: [{ orderLine: 1, quantity: 1, rate: 9.5 }] },
  });
  const invoice = await fetchRecord(`invoice/${parseId(partialInvoice)}`);
  expect(invoice).toMatchObject({ externalId: "part", total: 9.5, amountRemaining: 9.5, createdFrom: { id } });
  expect(invoice.item.items).toMatchObject([{ line: 1, orderLine: 1, quantity: 1 }]);
  expect((await toInvoice({ externalId: "part" })).status).toBe(400);
  expect((await toInvoice({ item: { items: [{ orderLine: 1, quantity: 2 }] } })).status).toBe(400);

  const paymentPath = `invoice/${parseId(partialInvoice)}/!transform/customerPayment`;
  expect((await callApi("POST", `/record/v1/${paymentPath}`, {})).status).toBe(400);
  await createAndGetId(paymentPath, { account: { id: "21" } });
  expect((await fetchRecord(`invoice/${parseId(partialInvoice)}`)).amountRemaining).toBe(0);
  const memo = await createAndGetId(`invoice/${parseId(partialInvoice)}/!transform/creditMemo`, {
    item: { items: [{ orderLine: 1, quantity: 1, rate: 4 }] },
  });
  expect((await fetchRecord(`creditMemo/${memo}`)).unapplied).toBe(4);
  const refundPath = `creditMemo/${memo}/!transform/customerRefund`;
  await createAndGetId(refundPath, { account: { id: "21" } });
  expect((await fetchRecord(`creditMemo/${memo}`)).unapplied).toBe(0);
  expect((await callApi("POST", `/record/v1/${refundPath}`, { account: { id: "21" } })).status).toBe(400);
});

test("pages can be short, repeat their last rows and move, and calls can be too many", async () => {
  const items = async () => (await query("SELECT id FROM item ORDER BY id", "?limit=10")).json();
  const undisturbed = await items();
  await addFault({ kind: "short" });
  expect(await items()).toMatchObject({ count: 5, hasMore: true });
  await addFault({ kind: "repeat" });
  expect((await items()).items.slice(0, 3)).toEqual(undisturbed.items.slice(2, 5));
  const total = undisturbed.totalResults;
  await addFault({ kind: "shift" });
  expect((await items()).totalResults).toBe(total + 1);
  expect((await items()).totalResults).toBe(total);
  await addFault({ kind: "limit" });
  expect((await query("SELECT id FROM item")).status).toBe(429);
  await addFault({ kind: "limit", value: 400 });
  expect(await readErrorCode(await query("SELECT id FROM item"))).toEqual([400, "SSS_REQUEST_LIMIT_EXCEEDED"]);

  await fetch(`${running.url}/net-suite/stats`, { method: "DELETE" });
  await addFault({ kind: "delay", value: 60_000, times: 6 });
  const pendingPages = Array.from({ length: 6 }, items);
  const readStats = async () => (await fetch(`${running.url}/net-suite/stats.json`)).json();
  await expect.poll(async () => (await readStats()).max_in_flight).toBe(6);
  await fetch(`${running.url}/faults`, { method: "DELETE" });
  const statuses = (await Promise.all(pendingPages)).map(({ status }) => status ?? 200);
  expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await readStats()).toEqual({ calls: 6, max_in_flight: 6, by_path: { "/services/rest/query/v1/suiteql": 6 } });
});

test("an answer can be lost after its work, and the state outlives a kill of everything", async () => {
  const { id: entity } = await createRecord({ type: "customer", fields: { companyName: "Vandelay" } });
  await addFault({ kind: "lost-answer", path: "/invoice/" });
  const invoice = { entity: { id: entity }, item: { items: [{ item: { id: "12" }, amount: 15 }] } };
  await expect(callApi("PUT", "/record/v1/invoice/eid:invoice-1", invoice)).rejects.toThrow();
  await createRecord({ type: "invoice", fields: { externalId: "invoice-1", total: "14.99" } });
  const fetchInvoices = async () => {
    const invoices = await (await fetch(`${running.url}/net-suite/records.json?type=invoice`)).json();
    return invoices.filter(({ external_id }: { external_id: string }) => external_id === "invoice-1");
  };
  const invoicesBefore = await fetchInvoices();
  expect(invoicesBefore).toMatchObject([
    { external_id: "invoice-1", fields: { total: "14.99", entity: { id: entity } } },
  ]);
  await running.postgres.kill();
  await running.stop();
  running = await startAgain();
  expect(await fetchInvoices()).toEqual(invoicesBefore);
});
