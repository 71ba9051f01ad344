import type { Page } from "playwright";
import { retryCallback } from "../../worker/contract/v1/admin/callbacks.ts";
import { signedInAdmin } from "../support/actors.ts";
import { expect, test } from "../support/browser.ts";
import { query } from "../support/database.ts";
import { unique } from "../support/factories.ts";
import { shop } from "../support/store.ts";

const findBrokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const splitWords: string[] = [];
    const texts = document.createTreeWalker(document.querySelector("main") ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (!node.parentElement?.checkVisibility()) continue;
      for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) splitWords.push(word);
      }
    }
    return splitWords;
  });

async function findBrokenWordsByPage(page: Page, paths: readonly string[]) {
  const brokenByPage: Record<string, string[]> = {};
  for (const path of paths) {
    await page.goto(path);
    for (const width of [320, 390, 640, 720, 800, 1024, 1100]) {
      await page.setViewportSize({ width, height: 844 });
      const splitWords = await findBrokenWords(page);
      if (splitWords.length > 0) brokenByPage[`${path} at ${width} px`] = splitWords;
    }
  }
  return brokenByPage;
}

test("the names of events break between their parts", async ({ open }) => {
  const { client, token } = await signedInAdmin();
  const id = unique("evt");
  await query(
    `insert into stripe_events (id, type, object_id, created, status, tries, received_at)
     values ($1, 'customer.subscription.pending_update_applied', 'ch_of_nobody', 1, 'given-up', 40, now())`,
    [id],
  );
  (await client.call(retryCallback, { params: { id } })).reply();
  await query("update stripe_events set status = 'given-up' where id = $1", [id]);
  const page = await open({ session: token });
  expect(
    await findBrokenWordsByPage(page, [
      "/admin/audit?action=retryCallback",
      `/admin/integrations/callbacks?search=${id}`,
      `/admin/integrations/callbacks/${id}`,
    ]),
  ).toEqual({});
  await query("delete from stripe_events where id = $1", [id]);
});

test("the numbers of the last orders stand whole on the first page", async ({ open }) => {
  const { token, user } = await shop.buyer();
  await query(
    `insert into orders (org_id, user_id, total, shipping_data, status)
     select $1, $2, 123456700, '{"personal_data": {"first_name": "A", "last_name": "B", "phone": null, "email": "a@b.test"}, "address": null, "packages": [], "method": null}', 'processing'
     from generate_series(1, 3)`,
    [user.org_id, user.id],
  );
  const page = await open({ session: token });
  expect(await findBrokenWordsByPage(page, ["/portal"])).toEqual({});
});

test("the store breaks no word between the widths of phones and of wide windows", async ({ open }) => {
  const product = await shop.createProduct({ name: "Spectrometer 4000" });
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [product]);
  const page = await open({ session: buyer.token });
  const paths = ["/store", "/store/products", `/store/products/${product.id}`, "/store/cart", "/store/legal/terms"];
  expect(await findBrokenWordsByPage(page, paths)).toEqual({});
});
