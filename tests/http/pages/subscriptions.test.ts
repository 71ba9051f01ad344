import { expect, test } from "vitest";
import { shop } from "../../support/store.ts";
import { readWords } from "./words.ts";
import { zoneHeaders } from "../../support/days.ts";

/** Inserts a subscription row directly, because purchases cannot reach every state. */
async function insertSubscription(
  orgId: string,
  fields: { status: string; start?: string; end?: string | null },
): Promise<string> {
  const { id } = await shop.createPlan();
  const [made] = await shop.query<{ id: string }>(
    `insert into subscriptions (product_id, org_id, status, amount, interval, start_at, cancel_at, current_period_end)
     values ($1, $2, $3, 4900, 'month', $4, $5, '2031-05-06T00:00:00Z') returning id`,
    [id, orgId, fields.status, fields.start ?? "2026-01-02T12:00:00Z", fields.end ?? null],
  );
  return made?.id ?? "";
}

// Pages show days in UTC with these headers, whatever the machine's zone.
const headers = zoneHeaders("UTC");

const total = "Total per month";
const lastPrice = "Last price per month";
const unusableText = "Can be used Not now ";

test.each([
  [{ status: "active" }, "Active", "Renews on 6 May 2031", total, "Started on", ""],
  [{ status: "active", end: "2031-03-04T12:00:00Z" }, "Active", "Ends on 4 Mar 2031", total, "Started on", ""],
  [{ status: "active", end: "2026-03-04T12:00:00Z" }, "Ended", "Ended on 4 Mar 2026", lastPrice, "Started on", ""],
  [
    { status: "active", start: "2031-02-03T12:00:00Z", end: "2031-03-04T12:00:00Z" },
    "Active",
    "Starts on 3 Feb 2031",
    total,
    "Starts on",
    "",
  ],
  [{ status: "trialing" }, "Trial", "First payment on 6 May 2031", total, "Started on", "Can be used from 6 May 2031 "],
  [{ status: "canceled", end: "2026-03-04T12:00:00Z" }, "Canceled", "Ended on 4 Mar 2026", lastPrice, "Started on", ""],
  [{ status: "incomplete" }, "Payment pending", "Waiting for the first payment", total, "Ordered on", unusableText],
  [{ status: "incomplete_expired" }, "Never started", "Nothing was charged", "Price per month", "Ordered on", ""],
  [{ status: "past_due" }, "Past due", "Payment overdue", total, "Started on", ""],
  [{ status: "unpaid" }, "Unpaid", "Payment overdue", total, "Started on", unusableText],
  [{ status: "paused" }, "Paused", "Nothing is charged", total, "Started on", unusableText],
] as const)(
  "a subscription %o says %s and: %s (%s, %s)",
  async (fields, status, nextEvent, price, startLabel, usage) => {
    const { org_id, client } = await shop.buyer();
    const id = await insertSubscription(org_id, fields);
    const isOver = / Ended|Canceled|Never started/.test(` ${status}`);
    const path = "/portal/subscriptions";
    const list = await readWords(client, isOver ? `${path}?is_ended=true` : path, { headers });
    const other = await client.fetch(isOver ? path : `${path}?is_ended=true`);
    expect(await other.text()).not.toContain(id);
    expect(list).toMatch(new RegExp(` ${nextEvent} \\d+ \\w+ \\d{4} ${status} \\$49\\.00 per month$`));
    const pageText = await readWords(client, `/portal/subscriptions/${id}`, { headers });
    expect(pageText).toMatch(new RegExp(`^Subscriptions (\\S+) \\1 ${status} Print ${nextEvent} `));
    const terms = pageText.slice(pageText.indexOf("See the plan in the store"));
    expect(terms).toMatch(
      new RegExp(
        `^See the plan in the store ${price} \\$49\\.00 ${startLabel} \\d+ \\w+ \\d{4} ?${usage}(CGX granted|$)`,
      ),
    );
  },
);

test("a declined renewal has a button that pays it; that of a plan that never started is not due", async () => {
  const { org_id, client } = await shop.buyer();
  const bill = async (status: string) => {
    const id = await insertSubscription(org_id, { status });
    const [invoice] = await shop.query<{ id: string }>(
      `insert into invoices
         (org_id, reference_id, reference_type, amount, payment_status, period_start, billing_reason, stripe_invoice_no)
       values ($1, $2, 'subscription', 4900, 'declined', now(), 'subscription_cycle', $3) returning id`,
      [org_id, id, `T-${id.slice(-8)}`],
    );
    return { id, invoice: invoice?.id, html: await (await client.fetch(`/portal/subscriptions/${id}`)).text() };
  };
  const overduePlan = await bill("past_due");
  const [, button] = /<a ([^>]*)>Pay \$49\.00<\/a>/.exec(overduePlan.html) ?? [];
  expect(button).toContain(`href="/portal/invoices/pay?id=${overduePlan.invoice}"`);
  expect(button).toContain('class="button"');
  const row = new RegExp(`<td class="name[^"]*"><div[^>]*><a href="/portal/invoices/${overduePlan.invoice}"`);
  expect(overduePlan.html, "the row is the link").toMatch(row);
  const expiredPlan = await bill("incomplete_expired");
  expect(expiredPlan.html).toContain("Not due");
  expect(expiredPlan.html).not.toMatch(/declined/i);
});

test("the picture and the store's page of a plan stand on its page, until the plan is no longer sold", async () => {
  const { org_id, client } = await shop.buyer();
  const id = await insertSubscription(org_id, { status: "active" });
  const read = async () => (await client.fetch(`/portal/subscriptions/${id}`)).text();
  const [plan] = await shop.query<{ id: string }>(
    `update products p set main_image = '/products/spectra-100.svg'
     from subscriptions s where s.id = $1 and p.id = s.product_id returning p.id`,
    [id],
  );
  expect(await read()).toMatch(/<img [^>]*spectra-100.svg"[^>]*class="thumbnail/);
  expect(await read()).toContain(`<a href="/store/products/${plan?.id}">See the plan in the store</a>`);
  await shop.query("update products set is_published = false where id = $1", [plan?.id]);
  expect(await read()).not.toContain(`/store/products/${plan?.id}`);
});

test("many subscriptions come page by page, none is a page of its own", async () => {
  const { org_id, client } = await shop.buyer();
  for (let index = 0; index < 21; index += 1) await insertSubscription(org_id, { status: "active" });
  const countRows = async (path: string) => (await readWords(client, path)).match(/ per month/g)?.length ?? 0;
  const findLink = async (path: string, label: string) => {
    const text = await (await client.fetch(path)).text();
    const [, href = ""] = new RegExp(`<a [^>]*href="([^"]*)"[^>]*>${label}</a>`).exec(text) ?? [];
    expect(href, label).toMatch(/^\/portal\/subscriptions/);
    return href.replaceAll("&amp;", "&");
  };
  const path = "/portal/subscriptions";
  const pageText = await readWords(client, path);
  expect(pageText).toContain("21 subscriptions");
  expect(pageText).toContain("1–20 of 21");
  expect(await countRows(path)).toBe(20);
  expect(await countRows(await findLink(path, "Next"))).toBe(1);
  const missingPageText = await readWords(client, `${path}?page=9`);
  expect(missingPageText).toMatch(/This page does not exist\..* 2 pages/);
  expect(missingPageText).not.toContain("Page 9 of 2");
  expect(await countRows(await findLink(`${path}?page=9`, "First page"))).toBe(20);
});
