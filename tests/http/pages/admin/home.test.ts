import { beforeAll, expect, test } from "vitest";
import { signedInAdmin } from "../../../support/actors.ts";
import type { Client } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { createAccountRequest, unique, uniqueEmail } from "../../../support/factories.ts";
import { createOrganizationRows } from "../../organization-rows.ts";

let admin: Client;

beforeAll(async () => {
  admin = (await signedInAdmin()).client;
  const { org_id, order_id, invoice_id } = await createOrganizationRows();
  await createAccountRequest();
  const { id: decidedId } = await createAccountRequest();
  await query("update account_requests set status = 'rejected' where id = $1", [decidedId]);
  await query("update invoices set payment_status = 'paid' where id = $1", [invoice_id]);
  await query(
    `insert into invoices (org_id, reference_id, reference_type, period_start, amount, payment_status)
     select $1, $2, 'order', now() + place * interval '1 minute', 12345, status
     from unnest(array['pending', 'declined', 'disputed', 'refund_failed']) with ordinality given (status, place)`,
    [org_id, order_id],
  );
  await query("update invoices set needs_review = true where id = $1", [invoice_id]);
  for (const failed_at of ["now()", "null"])
    await query(
      `insert into outbox (channel, type, recipient, payload, next_at, failed_at)
       values ('email', 'passwordChanged', $1, '{}', now() + interval '1 day', ${failed_at})`,
      [uniqueEmail()],
    );
  for (const status of ["given-up", "received"])
    await query(
      `insert into stripe_events (id, type, object_id, created, status, next_at)
       values ($1, 'charge.refunded', 'ch_none', 1, $2, now() + interval '1 day')`,
      [unique("evt"), status],
    );
  await query(
    `insert into book_differences (kind, reference_type, reference_id, expected, found, cause, last_seen_run)
     values ('amount_differs', 'charge', $1, 2, 1, 'paid_amount_differs', gen_random_uuid())`,
    [unique("ch")],
  );
});

/** HTML of a page without the tags that split a figure into currency, dollars and cents. */
const read = async (path: string) => (await (await admin.fetch(path)).text()).replaceAll(/<\/?i>/g, "");
const unescapeHtml = (text: string) => text.replaceAll("&amp;", "&");
const toNumber = (text: string | undefined) => Number(text?.replaceAll(",", ""));

/** Numbers in cards, lists and tables of plots, each with the address that it links to. */
function readNumbers(html: string): [href: string, number: number][] {
  const cards = [...html.matchAll(/<li><p>([^<]*)<\/p><b(?: class="figure")?>([^<]*)<\/b><a href="([^"]+)"/g)];
  const lines = [...html.matchAll(/<li><a href="([^"]+)">[^<]*<\/a><b>([\d,]+)/g)];
  const rows = [...html.matchAll(/<td><a href="([^"]+)">([\d,]+)<\/a><\/td>/g)];
  return [
    // a card with an amount names the count in its sentence
    ...cards.map(([, what = "", number = "", href = ""]): [string, number] => [
      unescapeHtml(href),
      toNumber(number.startsWith("$") ? /^[\d,]+/.exec(what)?.[0] : number),
    ]),
    ...[...lines, ...rows].map(([, href = "", number]): [string, number] => [unescapeHtml(href), toNumber(number)]),
  ];
}

/** The count in a list's heading, or the number of its rows if the heading has none. */
async function fetchTotal(href: string): Promise<number> {
  const html = await read(href);
  const countText = /<h1>[^<]*<\/h1><p>([\d,]+) /.exec(html)?.[1];
  return countText === undefined ? (html.match(/<tr class="linked">/g)?.length ?? 0) : toNumber(countText);
}

const listHref = (href: string) => (href === "/admin/requests" ? "/admin/requests/list?status=pending" : href);

/** Addresses on the home page whose list has another count than the home page says; checks only `hrefs`, if given. */
async function findMismatches(hrefs?: ReadonlySet<string>): Promise<Set<string>> {
  const mismatches = new Set<string>();
  for (const [href, number] of readNumbers(await read("/admin")))
    if ((!hrefs || hrefs.has(href)) && (await fetchTotal(listHref(href))) !== number) mismatches.add(href);
  return mismatches;
}

test("each number of the first page leads to a list with as many", async () => {
  const addresses = readNumbers(await read("/admin")).map(([href]) => href.replace(/\?.*/, "").replace("/admin/", ""));
  const linkCounts = Object.entries(Object.groupBy(addresses, (address) => address)).map(
    ([address, all = []]): [string, number] => [address, all.length],
  );
  expect(Object.fromEntries(linkCounts)).toMatchObject({
    "integrations/books/differences": 1,
    // webhooks and messages: one link to the given-up ones and one to the waiting ones
    "integrations/callbacks": 2,
    "integrations/outbox": 2,
    // one link each: to review, disputed, declined, refund failed and unpaid; weekly net sales link to the ledger
    invoices: 5,
    // one link to the orders to ship, and one for each of twelve weeks
    orders: 13,
    // one link to the oldest request to decide
    requests: 1,
    // one link to the renewals, and two for each of twelve weeks: started and ended plans
    subscriptions: 25,
  });
  // Repeated, because other tests may change rows between the two reads.
  let remaining = await findMismatches();
  for (let attempt = 0; remaining.size > 0 && attempt < 20; attempt += 1) remaining = await findMismatches(remaining);
  expect([...remaining]).toEqual([]);
});

test("weeks are drawn, with the table behind each for everybody, and the last one is told in words", async () => {
  const html = await read("/admin");
  const plots = html.match(/<figure class="plot">.*?<\/figure>/gs) ?? [];
  expect(plots).toHaveLength(4);
  for (const plot of plots) {
    expect(plot.match(/<th scope="row">/g)).toHaveLength(12);
    expect(plot, "for those, too, who only hear it").not.toMatch(/<table[^>]*(hidden|display)/);
    expect(plot).toMatch(/<svg[^>]*role="img"/);
    const text = plot.replaceAll(/<!--.*?-->/g, "");
    expect(text).toMatch(/this week so far; same days last week [-$\d.,]+/);
    expect(text, "zero on the axis").toMatch(/class="plot-axis [a-z]+"[^>]*><span>[^<]+<\/span><span>\$?0<\/span>/);
    expect(text, "the running week is dashed, the weeks before are drawn").toMatch(
      /class="line before"[^>]*>.*class="line running"/s,
    );
    expect(text.match(/<th scope="col">/g)).toHaveLength(3);
  }
});
