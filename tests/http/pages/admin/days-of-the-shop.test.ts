// A separate file, because the shop's time zone is one setting for the whole database.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Endpoint } from "../../../../worker/contract/endpoint.ts";
import { listAdminInvoices } from "../../../../worker/contract/v1/admin/invoices.ts";
import { listAdminOrders } from "../../../../worker/contract/v1/admin/orders.ts";
import { getDownloadStatistics } from "../../../../worker/contract/v1/admin/releases.ts";
import { updateShopSettings } from "../../../../worker/contract/v1/admin/settings/shop-settings.ts";
import { listAdminSubscriptions } from "../../../../worker/contract/v1/admin/subscriptions.ts";
import { actorsOn } from "../../../support/actors.ts";
import { startOwnApp } from "../../../support/app.ts";
import type { Client } from "../../../support/client.ts";
import { openDatabase, type Query } from "../../../support/database.ts";
import { subtractMs, boundaryInstants, zoneHeaders } from "../../../support/days.ts";
import { factoriesOn, unique } from "../../../support/factories.ts";
import { emptyShipment } from "../../../support/shipping/empty-shipment.ts";
import { readWords } from "../words.ts";

/** Headers of a viewer in Pago Pago, where it is always one or two days earlier than in Kiritimati. */
const viewerHeaders = zoneHeaders("Pacific/Pago_Pago");

/** One day per zone: its date, its label in lists, its start and its end. */
const days = [
  ["Asia/Tokyo", "2026-03-03", "3 Mar 2026", "2026-03-02T15:00:00.000Z", "2026-03-03T15:00:00.000Z"],
  ["America/Los_Angeles", "2026-03-08", "8 Mar 2026", "2026-03-08T08:00:00.000Z", "2026-03-09T07:00:00.000Z"],
  ["Africa/Cairo", "2026-04-24", "24 Apr 2026", "2026-04-23T22:00:00.000Z", "2026-04-24T21:00:00.000Z"],
  // In Havana, midnight of 2 November 2025 occurs twice.
  ["America/Havana", "2025-11-02", "2 Nov 2025", "2025-11-02T04:00:00.000Z", "2025-11-03T05:00:00.000Z"],
  ["UTC", "2026-06-01", "1 Jun 2026", "2026-06-01T00:00:00.000Z", "2026-06-02T00:00:00.000Z"],
] as const;
const instants = boundaryInstants(days);

let app: Awaited<ReturnType<typeof startOwnApp>>;
let database: Query;
let admin: Client;
let org_id: string;

beforeAll(async () => {
  app = await startOwnApp();
  database = openDatabase(app.sandbox.databaseUrl);
  const factories = factoriesOn(database);
  admin = (await actorsOn({ query: database, factories, url: app.worker.url }).signedInAdmin()).client;
  org_id = (await factories.createOrganization()).id;
  const { id: product_id } = await factories.createProduct();
  await database(
    `insert into orders (org_id, user_id, total, shipping_data, created_at)
     select $1, gen_random_uuid(), 1, $3, at from unnest($2::timestamptz[]) at`,
    [org_id, instants, emptyShipment],
  );
  await database(
    `insert into invoices (org_id, reference_id, reference_type, amount, created_at)
     select $1, gen_random_uuid(), 'order', 1, at from unnest($2::timestamptz[]) at`,
    [org_id, instants],
  );
  await database(
    `insert into subscriptions (org_id, product_id, stripe_id, status, amount, interval, start_at, cancel_at)
     select $1, $3, $4 || at, 'canceled', 1, 'month', at, at from unnest($2::timestamptz[]) at`,
    [org_id, instants, product_id, unique("sub")],
  );
});
afterAll(() => app?.stop());

const setZone = async (time_zone: string) =>
  void (await admin.call(updateShopSettings, { body: { time_zone } })).reply();

const lists: [name: string, path: string, from: string, to: string, call: Endpoint][] = [
  ["orders", "/admin/orders", "from", "to", listAdminOrders],
  ["invoices", "/admin/invoices", "from", "to", listAdminInvoices],
  ["begun subscriptions", "/admin/subscriptions", "begun_from", "begun_to", listAdminSubscriptions],
  ["ended subscriptions", "/admin/subscriptions", "ended_from", "ended_to", listAdminSubscriptions],
];

describe.each(days)("in a shop of %s, %s", (zone, day, dayLabel, start, end) => {
  beforeEach(() => setZone(zone));

  test.each(lists)("of %s is what pages, files and calls show", async (_name, list, from, to, call) => {
    const filter = { org_id, [from]: day, [to]: day };
    const path = `${list}?${new URLSearchParams(filter)}`;
    const html = await (await admin.fetch(path, { headers: viewerHeaders })).text();
    const rows = [...html.matchAll(/<tbody>.*?<\/tbody>/gs)].flatMap(([body]) => body.match(/<tr.*?<\/tr>/gs) ?? []);
    expect(rows, "one at its first instant, one at its last").toHaveLength(2);
    const times = rows.flatMap((row) => [...row.matchAll(/<time dateTime="([^"]+)" title="([^"]*)"[^>]*>([^<]*)/gi)]);
    expect(new Set(times.map(([, at]) => at))).toEqual(new Set([start, subtractMs(end)]));
    for (const [, , title, text] of times) {
      expect(text).toBe(dayLabel);
      expect(title, "the viewer's time").toContain("Pacific/Pago_Pago");
    }
    const csv = await (await admin.fetch(`${path}&format=csv`, { headers: viewerHeaders })).text();
    expect(csv.trimEnd().split("\r\n")).toHaveLength(3);
    const { data } = (await admin.call(call, { query: filter })).reply() as { data: unknown[] };
    expect(data).toHaveLength(2);
  });
});

test("the first and the last day of the calendar narrow nothing", async () => {
  const allDays = { from: "0001-01-01", to: "9999-12-31" };
  for (const zone of ["Asia/Tokyo", "America/Los_Angeles"]) {
    await setZone(zone);
    expect(await readWords(admin, `/admin/orders?org_id=${org_id}&${new URLSearchParams(allDays)}`)).toContain(
      `${instants.length} orders`,
    );
    expect((await admin.fetch(`/admin/finance/ledger?${new URLSearchParams(allDays)}`)).status).toBe(200);
  }
});

test("presets of lists of days mean the shop's today, those of lists of times the viewer's", async () => {
  await setZone("Pacific/Kiritimati");
  const fetchToday = async (path: string) => {
    const html = await (await admin.fetch(path, { headers: viewerHeaders })).text();
    return /[?;]from=([\d-]+)[^"]*"[^>]*>Today/.exec(html)?.[1];
  };
  const dayIn = (timeZone: string) => new Intl.DateTimeFormat("sv-SE", { timeZone }).format(Date.now());
  const before = [dayIn("Pacific/Kiritimati"), dayIn("Pacific/Pago_Pago")];
  const offeredDays = [await fetchToday(`/admin/orders?org_id=${org_id}`), await fetchToday("/admin/audit")];
  const after = [dayIn("Pacific/Kiritimati"), dayIn("Pacific/Pago_Pago")];
  expect([before, after]).toContainEqual(offeredDays);
});

describe("the overview", () => {
  const ordersByWeek = async () => {
    const html = await (await admin.fetch("/admin", { headers: viewerHeaders })).text();
    const cells = [...html.matchAll(/<td><a href="([^"]+)">([\d,]+)<\/a><\/td>/g)];
    return cells
      .map(([, href = "", count = ""]) => ({ href: href.replaceAll("&amp;", "&"), count: Number(count) }))
      .filter(({ href }) => href.startsWith("/admin/orders"));
  };
  const fetchOrderCount = async (href: string) => {
    const words = await readWords(admin, href, { headers: viewerHeaders });
    return Number(/Orders ([\d,]+) orders?/.exec(words)?.[1]?.replaceAll(",", ""));
  };

  // zones without daylight saving time
  test.each([
    ["Asia/Tokyo", -9],
    ["America/Bogota", 5],
    ["Asia/Kolkata", -5.5],
  ])("in %s counts weeks that begin on the shop's Monday, and leads to as many", async (zone, hours) => {
    await setZone(zone);
    const before = await ordersByWeek();
    expect(before).toHaveLength(12);
    const { from = "" } = Object.fromEntries(new URL(before[4]?.href ?? "", "http://x").searchParams);
    expect(new Date(from).getUTCDay()).toBe(1);
    const monday = new Date(Date.parse(`${from}T00:00:00Z`) + hours * 3_600_000);
    await database(
      `insert into orders (org_id, user_id, total, shipping_data, created_at)
       select $1, gen_random_uuid(), 1, $3, $2::timestamptz + n * interval '1 millisecond' from unnest(array[-1, 0, 1]) n`,
      [org_id, monday.toISOString(), emptyShipment],
    );
    const after = await ordersByWeek();
    expect([3, 4].map((week) => (after[week]?.count ?? 0) - (before[week]?.count ?? 0))).toEqual([1, 2]);
    for (const week of [3, 4])
      expect(await fetchOrderCount(after[week]?.href ?? ""), after[week]?.href).toBe(after[week]?.count);
  });
});

test("downloads are counted by the shop's weeks", async () => {
  const [plugin] = await database<{ id: string; name: string }>(
    "select id, name from software where kind = 'plugin' and name = 'spectral-analysis'",
  );
  const fetchWeeks = async () =>
    (await admin.call(getDownloadStatistics, { params: { name: plugin?.name ?? "" } })).reply().weeks;
  const fetchDownloadsByWeek = async () =>
    Object.fromEntries((await fetchWeeks()).map(({ week, downloads }) => [week, downloads]));
  await setZone("UTC");
  const week = (await fetchWeeks())[6]?.week ?? "";
  const previousWeek = (await fetchWeeks())[5]?.week ?? "";
  const before = await fetchDownloadsByWeek();
  // an hour before Monday in UTC it is Monday in Tokyo, and Sunday in Bogota
  await database(
    `insert into downloads (id, org_id, user_id, software_id, version_id, created_at)
     select gen_random_uuid(), $1, gen_random_uuid(), v.software_id, v.id, $3::timestamptz - interval '1 hour'
     from software_versions v where v.software_id = $2 limit 1`,
    [org_id, plugin?.id, `${week}T00:00:00Z`],
  );
  const after = await fetchDownloadsByWeek();
  expect([after[previousWeek], after[week]]).toEqual([(before[previousWeek] ?? 0) + 1, before[week]]);
  await setZone("Asia/Tokyo");
  expect((await fetchDownloadsByWeek())[week]).toBeGreaterThan(0);
  const tokyoRows = await database<{ n: number }>(
    `select count(*)::int as n from downloads
     where software_id = $1 and date_trunc('week', created_at at time zone 'Asia/Tokyo') = $2::date`,
    [plugin?.id, week],
  );
  expect((await fetchDownloadsByWeek())[week]).toBe(tokyoRows[0]?.n);
});
