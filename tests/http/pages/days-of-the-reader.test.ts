import { beforeAll, describe, expect, test } from "vitest";
import { listAudit } from "../../../worker/contract/v1/admin/audit.ts";
import { listAdminOrders } from "../../../worker/contract/v1/admin/orders.ts";
import { listNotifications } from "../../../worker/contract/v1/client/notifications.ts";
import { updateOwnOrganization } from "../../../worker/contract/v1/client/org.ts";
import { type Actor, signedIn, signedInAdmin } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { subtractMs, boundaryInstants, zoneHeaders } from "../../support/days.ts";
import { emptyShipment } from "../../support/shipping/empty-shipment.ts";
import { readWords } from "./words.ts";

/** One day per zone: its date, its label in lists, its start and its end. */
const days = [
  ["Asia/Tokyo", "2026-03-03", "3 Mar 2026", "2026-03-02T15:00:00.000Z", "2026-03-03T15:00:00.000Z"],
  ["America/Los_Angeles", "2026-03-08", "8 Mar 2026", "2026-03-08T08:00:00.000Z", "2026-03-09T07:00:00.000Z"],
  ["Africa/Cairo", "2026-04-24", "24 Apr 2026", "2026-04-23T22:00:00.000Z", "2026-04-24T21:00:00.000Z"],
  ["Asia/Kolkata", "2026-05-05", "5 May 2026", "2026-05-04T18:30:00.000Z", "2026-05-05T18:30:00.000Z"],
  ["UTC", "2026-06-01", "1 Jun 2026", "2026-06-01T00:00:00.000Z", "2026-06-02T00:00:00.000Z"],
] as const;
const instants = boundaryInstants(days);

let owner: Actor;
let admin: Client;
let org_id: string;

/** Creates rows of one organization: one of each kind at each instant. */
beforeAll(async () => {
  owner = await signedIn({ roles: ["org", "buyer", "user"] });
  admin = (await signedInAdmin()).client;
  ({ org_id } = owner.user);
  const values = [org_id, instants];
  await query(
    `insert into orders (org_id, user_id, total, shipping_data, created_at)
     select $1, gen_random_uuid(), 1, $3, at from unnest($2::timestamptz[]) at`,
    [...values, emptyShipment],
  );
  await query(
    `insert into invoices (org_id, reference_id, reference_type, amount, created_at)
     select $1, gen_random_uuid(), 'order', 1, at from unnest($2::timestamptz[]) at`,
    values,
  );
  await query(
    `insert into notifications (user_id, type, payload, created_at)
     select $1, 'welcome', '{"first_name": "Ada", "last_name": "B"}', at from unnest($2::timestamptz[]) at`,
    [owner.user.id, instants],
  );
  for (const [place] of instants.entries())
    (await owner.client.call(updateOwnOrganization, { body: { industry: `Optics ${place}` } })).reply();
  await query(
    `update audit_log a set created_at = ($2::timestamptz[])[place.n]
     from (select id, row_number() over (order by created_at) as n from audit_log where org_id = $1) place
     where a.id = place.id`,
    values,
  );
});

const lists: [name: string, who: () => Client, address: () => string, from: string, to: string][] = [
  ["activity", () => owner.client, () => "/portal/activity?", "from", "to"],
  ["notifications", () => owner.client, () => "/portal/notifications?", "created_at[gte]", "created_at[lte]"],
  ["audit log", () => admin, () => `/admin/audit?org_id=${org_id}&`, "from", "to"],
];

describe.each(lists)("%s", (name, who, address, from, to) => {
  test.each(days)("in %s from %s to the same day are what is shown as %s", async (zone, day, dayLabel, start, end) => {
    const headers = zoneHeaders(zone);
    const path = `${address()}${new URLSearchParams({ [from]: day, [to]: day })}`;
    const html = await (await who().fetch(path, { headers })).text();
    const rows = [...html.matchAll(/<tbody>.*?<\/tbody>/gs)].flatMap(
      ([body]) => body.match(/<tr(?! class="group").*?<\/tr>/gs) ?? [],
    );
    expect(rows, "one at its first instant, one at its last").toHaveLength(2);
    const times = rows.flatMap((row) => [...row.matchAll(/<time dateTime="([^"]+)"[^>]*>([^<]*)/gi)]);
    expect(new Set(times.map(([, at]) => at))).toEqual(new Set([start, subtractMs(end)]));
    for (const [, , text] of times) expect(text).toContain(dayLabel);
    const chips = /<ul aria-label="Active filters".*?<\/ul>/s.exec(html)?.[0].replaceAll(/<[^>]*>/g, "\n") ?? "";
    expect(chips.split("\n").filter((chip) => chip.endsWith(`: ${dayLabel}`))).toHaveLength(2);
    const csv = await (await who().fetch(`${path}&format=csv`, { headers })).text();
    const [, ...lines] = csv.trimEnd().split("\r\n");
    expect(lines, name).toHaveLength(2);
    // Files without dates are compared by their number of rows only.
    if (csv.includes("2026-")) for (const at of [start, subtractMs(end)]) expect(csv).toContain(at);
  });
});

test("calls of the API mean days in UTC, from wherever they come", async () => {
  const headers = zoneHeaders("Asia/Tokyo");
  const day = { from: "2026-06-01", to: "2026-06-01" };
  const apiRows = [
    (await admin.call(listAudit, { query: { org_id, ...day }, headers })).reply().data,
    (
      await owner.client.call(listNotifications, {
        query: { "created_at[gte]": day.from, "created_at[lte]": day.to },
        headers,
      })
    ).reply().data,
  ];
  for (const rows of apiRows)
    expect(rows.map(({ created_at }) => created_at).toSorted()).toEqual([
      "2026-06-01T00:00:00.000Z",
      "2026-06-01T23:59:59.999Z",
    ]);
});

test("the first and the last day of the calendar narrow nothing, for pages and calls", async () => {
  const allDays = { from: "0001-01-01", to: "9999-12-31" };
  expect((await admin.call(listAdminOrders, { query: { org_id, ...allDays } })).reply().meta.count).toBe(
    instants.length,
  );
  const createdRange = { "created_at[gte]": allDays.from, "created_at[lte]": allDays.to };
  expect((await owner.client.call(listNotifications, { query: createdRange })).reply().meta.count).toBe(
    instants.length,
  );
  for (const zone of ["Asia/Tokyo", "America/Los_Angeles"]) {
    const path = `/admin/orders?org_id=${org_id}&${new URLSearchParams(allDays)}`;
    expect(await readWords(admin, path, { headers: zoneHeaders(zone) })).toContain(`${instants.length} orders`);
  }
});

test("a zone that browsers know and the database does not has its days, too", async () => {
  const zone = "US/Pacific-New";
  const zoneRows = await query("select 1 from pg_timezone_names where name = $1", [zone]);
  expect(zoneRows, "the database does not know it").toEqual([]);
  const headers = zoneHeaders(zone);
  for (const [who, path] of [
    [admin, "/admin"],
    [admin, "/admin/software?search=nothing"],
    [owner.client, "/portal"],
    [owner.client, "/portal/invoices"],
  ] as const)
    expect((await who.fetch(path, { headers })).status, path).toBe(200);
  const statement = await owner.client.fetch("/portal/invoices/statement?month=2026-03", { headers });
  expect(statement.status).toBe(200);
  const lines = (await statement.text()).trimEnd().split("\r\n");
  const marchInstants = instants.filter((at) => at >= "2026-03-01T08:00:00.000Z" && at < "2026-04-01T07:00:00.000Z");
  expect(lines).toHaveLength(1 + marchInstants.length);
});
