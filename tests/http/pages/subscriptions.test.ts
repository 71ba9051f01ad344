import { expect, test } from "vitest";
import { shop } from "../../support/store.ts";
import { readWords } from "./words.ts";
import { inZone } from "../../support/days.ts";

/** Rows inserted directly, so that every kind of end exists. */
async function give(orgId: string, fields: { status: string; start?: string; end?: string | null }): Promise<string> {
  const { id } = await shop.createPlan();
  const [made] = await shop.query<{ id: string }>(
    `insert into subscriptions (product_id, org_id, status, amount, interval, start_at, cancel_at, current_period_end)
     values ($1, $2, $3, 4900, 'month', $4, $5, '2031-05-06T00:00:00Z') returning id`,
    [id, orgId, fields.status, fields.start ?? "2026-01-02T12:00:00Z", fields.end ?? null],
  );
  return made?.id ?? "";
}

// the day in UTC, whatever the machine's zone
const headers = inZone("UTC");

test.each([
  [{ status: "active" }, "Active", "Renews on 6 May 2031", "Started on"],
  [{ status: "active", end: "2031-03-04T12:00:00Z" }, "Active", "Ends on 4 Mar 2031", "Started on"],
  [{ status: "active", end: "2026-03-04T12:00:00Z" }, "Ended", "Ended on 4 Mar 2026", "Started on"],
  [
    { status: "active", start: "2031-02-03T12:00:00Z", end: "2031-03-04T12:00:00Z" },
    "Active",
    "Starts on 3 Feb 2031",
    "Starts on",
  ],
  [{ status: "trialing" }, "Trial", "First payment on 6 May 2031", "Started on"],
  [{ status: "canceled", end: "2026-03-04T12:00:00Z" }, "Canceled", "Ended on 4 Mar 2026", "Started on"],
  [{ status: "incomplete" }, "Payment pending", "Waits for the first payment", "Ordered on"],
  [{ status: "incomplete_expired" }, "Never started", "Never started", "Ordered on"],
  [{ status: "past_due" }, "Past due", "Payment overdue", "Started on"],
  [{ status: "unpaid" }, "Unpaid", "Payment overdue", "Started on"],
  [{ status: "paused" }, "Paused", "Nothing is charged", "Started on"],
] as const)("a subscription %o says %s and: %s (%s)", async (fields, status, next, begun) => {
  const { org_id, client } = await shop.buyer();
  const id = await give(org_id, fields);
  const isOver = / Ended|Canceled|Never started/.test(` ${status}`);
  const path = "/portal/subscriptions";
  const list = await readWords(client, isOver ? `${path}?is_ended=true` : path, { headers });
  const other = await client.fetch(isOver ? path : `${path}?is_ended=true`);
  expect(await other.text()).not.toContain(id);
  expect(list).toMatch(new RegExp(` ${next} \\d+ \\w+ \\d{4} ${status} \\$49\\.00 per month$`));
  const words = await readWords(client, `/portal/subscriptions/${id}`, { headers });
  expect(words).toMatch(new RegExp(`^Subscriptions (\\S+) \\1 ${status} Print ${next} `));
  expect(words).toMatch(new RegExp(` per month \\$49\\.00 ${begun} \\d+ \\w+ \\d{4} Can be used (now|from) `));
});

test("many subscriptions come page by page, none is a page of its own", async () => {
  const { org_id, client } = await shop.buyer();
  for (let made = 0; made < 21; made += 1) await give(org_id, { status: "active" });
  const rowsAt = async (path: string) => (await readWords(client, path)).match(/ per month/g)?.length ?? 0;
  const linkAt = async (path: string, label: string) => {
    const text = await (await client.fetch(path)).text();
    const [, href = ""] = new RegExp(`<a [^>]*href="([^"]*)"[^>]*>${label}</a>`).exec(text) ?? [];
    expect(href, label).toMatch(/^\/portal\/subscriptions/);
    return href.replaceAll("&amp;", "&");
  };
  const path = "/portal/subscriptions";
  const words = await readWords(client, path);
  expect(words).toContain("21 subscriptions");
  expect(words).toContain("1–20 of 21");
  expect(await rowsAt(path)).toBe(20);
  expect(await rowsAt(await linkAt(path, "Next"))).toBe(1);
  expect(await readWords(client, `${path}?page=9`)).toContain("This page does not exist.");
  expect(await rowsAt(await linkAt(`${path}?page=9`, "First page"))).toBe(20);
});
