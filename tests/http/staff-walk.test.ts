// Each preset walks through the console of the demo shop: no link or form of an opened page may fail, or be refused to
// this preset alone.
import { afterAll, beforeAll, expect, test } from "vitest";
import { staffPresets } from "../../db/enums.ts";
import { pages } from "../../worker/contract/pages.ts";
import { startOwnApp } from "../support/app.ts";
import { isWhole } from "../support/by-night.ts";
import type { Client } from "../support/client.ts";
import { parseAttribute, literalPages, matchPage } from "../support/page-links.ts";
import { type Shop, openShop } from "../support/store.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
  await insertMissingRows();
});
afterAll(() => app?.stop());

/** Inserts rows that the demo shop lacks: an empty product, an empty organization and failures. */
async function insertMissingRows(): Promise<void> {
  await shop.createProduct({ name: "1 Empty product", is_published: false });
  await shop.factories.createOrganization();
  await shop.query(
    `insert into outbox (channel, type, recipient, payload, next_at, failed_at)
     values ('email', 'passwordChanged', 'ada@example.test', '{}', now() + interval '1 day', now())`,
  );
  await shop.query(
    `insert into stripe_events (id, type, object_id, created, status, tries)
     values ('evt_walk', 'charge.refunded', 'ch_walk', 1, 'given-up', 12)`,
  );
  await shop.query(
    `with run as (
       insert into task_runs (task, trigger, status, started_at, finished_at, found, processed, failed)
       values ('products', 'schedule', 'completed', now(), now(), 2, 1, 1) returning id, task
     ), failure as (
       insert into task_failures (run_id, record_id, reason) select id, '1', 'No price' from run
     ), difference as (
       insert into book_differences (kind, reference_type, reference_id, expected, found, cause, last_seen_run)
       select 'orphan_charge', 'payment', 'ch_walk', 0, 4900, 'charged_by_nobody', id from run
     )
     insert into tasks (name, started_at, finished_at, last_success_at, run_id, pass_id)
     select task, now(), now(), now(), id, id from run
     on conflict (name) do update set run_id = excluded.run_id, pass_id = excluded.pass_id`,
  );
}

/** Maximum pages that the walk opens per route. */
const openedMax = 5;

type Offer = { method: "GET" | "POST"; address: string; on: string };

const consolePages = literalPages.filter((path) => path.startsWith(pages.admin));

function parseOffers(html: string, on: string): Offer[] {
  const offers: Offer[] = [];
  const add = (method: Offer["method"], address: string | undefined) => {
    if (address !== undefined && /^(\/admin|\/v1\/admin)([/?#]|$)/.test(address)) offers.push({ method, address, on });
  };
  for (const [tag] of html.matchAll(/<(?:a|form|button|input)\s[^>]*>/g)) {
    const isPost = parseAttribute(tag, "method")?.toLowerCase() === "post";
    if (tag.startsWith("<a")) add("GET", parseAttribute(tag, "href"));
    else if (tag.startsWith("<form"))
      add(isPost ? "POST" : "GET", parseAttribute(tag, "action") ?? (isPost ? on : undefined));
    else add(parseAttribute(tag, "formmethod") === "get" ? "GET" : "POST", parseAttribute(tag, "formaction"));
    const palette: { href: string }[] = JSON.parse(parseAttribute(tag, "data-actions") ?? "[]");
    for (const { href } of palette) add("GET", href);
  }
  return offers;
}

const withoutHash = (address: string): string => address.replace(/#.*$/, "");

/** Follows a link, or sends an unreadable form: the guard decides before the form is read, so nothing changes. */
async function send(client: Client, { method, address }: Offer): Promise<number> {
  const form = { method, body: "?", headers: { "content-type": "text/plain" } };
  const answer = await client.fetch(withoutHash(address), method === "GET" ? {} : form);
  await answer.body?.cancel();
  return answer.status;
}

/** Requests each address once, because every page repeats the menu. */
function createSender(client: Client, statuses: Map<string, number> = new Map()) {
  return async (offer: Offer): Promise<number> => {
    const key = `${offer.method} ${withoutHash(offer.address)}`;
    const status = statuses.get(key) ?? (await send(client, offer));
    statuses.set(key, status);
    return status;
  };
}

async function walk(client: Client) {
  const pathsByPattern = new Map<string, Set<string>>();
  const offers = new Map<string, Offer>();
  const statuses = new Map<string, number>();
  const queue = [...consolePages];
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    const answer = await client.fetch(address);
    statuses.set(`GET ${address}`, answer.status);
    const html = await answer.text();
    if (answer.status !== 200 || !answer.headers.get("content-type")?.startsWith("text/html")) continue;
    for (const offer of parseOffers(html, address)) {
      const pattern = matchPage(offer.address);
      const key = `${matchPage(address)} ${offer.method} ${pattern}`;
      if (!offers.has(key)) offers.set(key, offer);
      const path = offer.address.replace(/[?#].*$/, "");
      const openedPaths = pathsByPattern.get(pattern) ?? pathsByPattern.set(pattern, new Set()).get(pattern);
      if (offer.method === "POST" || !openedPaths || openedPaths.has(path) || openedPaths.size >= openedMax) continue;
      openedPaths.add(path);
      if (path.startsWith(pages.admin) && !queue.includes(path)) queue.push(withoutHash(offer.address));
    }
  }
  return { offers, opened: pathsByPattern, statuses };
}

/**
 * The owner's walk runs only at night: it is the longest, and it can find only server errors, because an owner may use
 * everything.
 */
const walkedPresets = staffPresets.filter((preset) => isWhole || preset !== "owner");

test.each(walkedPresets)("%s may use whatever its pages offer", async (preset) => {
  const [{ client }, { client: owner }] = [await shop.signedInAdmin(preset), await shop.signedInAdmin()];
  const { offers, opened, statuses } = await walk(client);
  expect([...statuses].filter(([, status]) => status >= 500)).toEqual([]);
  expect(opened.size, "pages of many kinds are opened").toBeGreaterThan(10);
  const refusedOffers: string[] = [];
  const [sendAsPreset, sendAsOwner] = [createSender(client, statuses), createSender(owner)];
  for (const offer of offers.values()) {
    const status = await sendAsPreset(offer);
    const isRefused = (status === 403 || status === 404) && (await sendAsOwner(offer)) !== status;
    if (isRefused || status >= 500) refusedOffers.push(`${offer.on} -> ${offer.method} ${offer.address}: ${status}`);
  }
  expect(refusedOffers).toEqual([]);
});
