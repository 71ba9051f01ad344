import type { Page } from "playwright";
import { signedIn } from "../support/actors.ts";
import { expect, test } from "../support/browser.ts";
import { query } from "../support/database.ts";
import { unique } from "../support/factories.ts";
import { shop } from "../support/store.ts";

/** Words, numbers and amounts that break across lines, and by how much the page exceeds the window. */
const findLayoutProblems = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const problems: string[] = [];
    const excess = document.documentElement.scrollWidth - innerWidth;
    if (excess > 0) problems.push(`${excess} px too wide`);
    const texts = document.createTreeWalker(document.querySelector("main") ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (!node.parentElement?.checkVisibility()) continue;
      for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[$\p{L}\p{N}][\p{L}\p{N},]*/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) problems.push(word);
      }
    }
    return problems;
  });

async function findProblemsByPage(page: Page, path: string) {
  const problemsByPage: Record<string, string[]> = {};
  await page.goto(path);
  for (const width of [320, 360, 390, 640, 720, 800, 1024, 1100]) {
    await page.setViewportSize({ width, height: 844 });
    const pageProblems = await findLayoutProblems(page);
    if (pageProblems.length > 0) problemsByPage[`${path} at ${width} px`] = pageProblems;
  }
  return problemsByPage;
}

test("the number of an order stands whole beside amounts of seven digits and every state", async ({ open }) => {
  const { token, user } = await shop.buyer();
  await query(
    `insert into orders (org_id, user_id, po_number, total, shipping_data, status, payment_status)
     select $1, $2, $3, 123456700,
       '{"personal_data": {"first_name": "Alexandrina", "last_name": "Montgomery", "phone": null, "email": "a@b.test"}, "address": null, "packages": [], "method": null}',
       status, payment_status
     from unnest(
       array['processing', 'canceled', 'received'], array['paid', 'partially_refunded', 'refund_failed']
     ) each (status, payment_status)`,
    [user.org_id, user.id, unique("PO")],
  );
  const page = await open({ session: token });
  expect([await findProblemsByPage(page, "/portal/orders"), await findProblemsByPage(page, "/portal")]).toEqual([
    {},
    {},
  ]);
});

test("an email address breaks between its parts", async ({ open }) => {
  const { token, user } = await signedIn();
  await query("update users set last_name = 'Nilsson', email = $2 where id = $1", [
    user.id,
    `${unique("maximilian.").replaceAll("-", "")}@instruments.test`,
  ]);
  const page = await open({ session: token });
  expect(await findProblemsByPage(page, "/portal/profile")).toEqual({});
});
