import { expect, test } from "../../support/browser.ts";
import { shop } from "../../support/store.ts";
import { link } from "../account/steps.ts";

/** Rows as an administrator would have made them, so that every kind of end is there. */
async function give(orgId: string, fields: { status: string; start?: string; end?: string | null }): Promise<string> {
  const { id } = await shop.createPlan();
  const [made] = await shop.query<{ id: string }>(
    `insert into subscriptions (product_id, org_id, status, amount, interval, start_at, cancel_at, current_period_end)
     values ($1, $2, $3, 4900, 'month', $4, $5, '2031-05-06T00:00:00Z') returning id`,
    [id, orgId, fields.status, fields.start ?? "2026-01-02T12:00:00Z", fields.end ?? null],
  );
  return made?.id ?? "";
}

test.for([
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
] as const)("a subscription %o says %s and: %s (%s)", async ([fields, status, next, begun], { open }) => {
  const { org_id, token } = await shop.buyer();
  const id = await give(org_id, fields);
  // the day in UTC, whatever the zone of the machine
  const page = await open({ session: token, extraHTTPHeaders: { "MF-CF-Blob": '{"timezone":"UTC"}' } });
  await page.goto("/portal/subscriptions");
  await expect(page.locator("main tbody tr")).toContainText(status);
  await expect(page.locator("main tbody tr td").nth(1)).toHaveText(next);
  await page.goto(`/portal/subscriptions/${id}`);
  await expect(page.locator("main .title")).toContainText(status);
  await expect(page.locator("main .subtitle")).toHaveText(next);
  await expect(page.locator("main .totals dt").filter({ hasText: / on$/ })).toHaveText(begun);
});

test("many subscriptions come page by page, none is a page of its own", async ({ open }) => {
  const { org_id, token } = await shop.buyer();
  for (let made = 0; made < 21; made += 1) await give(org_id, { status: "active" });
  const page = await open({ session: token });
  await page.goto("/portal/subscriptions");
  await expect(page.getByText("21 subscriptions")).toBeVisible();
  await expect(page.getByText("1–20 of 21")).toBeVisible();
  await link(page, "Next").click();
  await expect(page.locator("main tbody tr")).toHaveCount(1);
  await page.goto("/portal/subscriptions?page=9");
  await expect(page.getByText("This page does not exist.")).toBeVisible();
  await link(page, "First page").click();
  await expect(page.locator("main tbody tr")).toHaveCount(20);
});
