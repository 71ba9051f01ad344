import { afterAll, beforeAll, expect, test } from "vitest";
import type { StaffPreset } from "../../../../db/enums.ts";
import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import { refundOrder } from "../../../../worker/contract/v1/admin/orders.ts";
import { updateShopSettings } from "../../../../worker/contract/v1/admin/settings/shop-settings.ts";
import { type FaultApp, startFaultApp } from "../../../faults/fault-app.ts";
import type { Actor } from "../../../support/actors.ts";
import { postForm } from "../../../support/forms.ts";

// An own app, because each pending refund is mailed to all approvers, and the shared shop has hundreds of them.
let app: FaultApp;
let shop: FaultApp["shop"];
beforeAll(async () => {
  app = await startFaultApp();
  shop = app.shop;
});
afterAll(() => app?.stop());
const signedInAdmin = (preset?: StaffPreset) => shop.signedInAdmin(preset);

const fetchText = async ({ client }: Actor, path: string) => (await client.fetch(path)).text();

test("what support asks for waits on the order's page, in the list and on the overview, for those who may decide", async () => {
  const buyer = await shop.purchase([await shop.createProduct()]);
  const order_id = buyer.bought.order_id ?? "";
  const [support, finance, warehouse] = [
    await signedInAdmin("support"),
    await signedInAdmin("finance"),
    await signedInAdmin("warehouse"),
  ];
  const request = await support.client.call(refundOrder, {
    params: { order_id },
    body: { amount: 12_34, reason: "damaged" },
  });
  expect(request.status).toBe(202);
  const { approval_id: id } = JSON.parse(request.text);
  const order = hrefOf(pages.adminOrder, { order_id });
  const approvePath = hrefOf(pages.approveRefund, { id });

  const supportText = await fetchText(support, order);
  expect(supportText).toContain("Another finance administrator or an owner must approve it");
  expect(supportText).not.toContain(approvePath);
  const financeText = await fetchText(finance, order);
  expect(financeText).toContain("A second person must approve it");
  expect(financeText).toContain("refund $12.34 (Damaged or defective goods)");
  expect(financeText).toContain(approvePath);
  expect(await fetchText(warehouse, order)).not.toContain("Refund that waits");

  const list = hrefOf(pages.refundApprovals, {}, { state: "waiting", sort: "-created_at" });
  expect(await fetchText(support, list)).toContain(order);
  expect(await fetchText(finance, pages.admin)).toMatch(/refunds? needs? a second person/i);
  expect(await fetchText(support, pages.admin)).not.toMatch(/refunds? needs? a second person/i);

  const answer = await finance.client.fetch(approvePath, { method: "POST", body: new URLSearchParams() });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, order]);
  const approvedText = await fetchText(finance, order);
  expect(approvedText).toContain("The refund is on its way.");
  expect(approvedText).not.toContain(approvePath);
});

test("a rejection by the form says why to who asked, who is told on the form that it only asks", async () => {
  const buyer = await shop.purchase([await shop.createProduct()]);
  const order_id = buyer.bought.order_id ?? "";
  const [support, finance] = [await signedInAdmin("support"), await signedInAdmin("finance")];
  const form = hrefOf(pages.refundOrder, { order_id }, { all: "true" });
  expect(await fetchText(support, form)).toMatch(/Ask to refund[^<]*(<!--[^>]*-->)?\s*\$/);
  expect(await fetchText(finance, form)).not.toContain("Ask to refund");
  const requestAnswer = await support.client.call(refundOrder, { params: { order_id }, body: { amount: 1 } });
  const { approval_id: id } = JSON.parse(requestAnswer.text);
  const answer = await postForm(finance.client, hrefOf(pages.rejectRefund, { id }), {
    note: "Ask again with a photo",
  });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, hrefOf(pages.adminOrder, { order_id })]);
  const list = hrefOf(pages.refundApprovals, {}, { state: "rejected", sort: "-created_at" });
  expect(await fetchText(support, list)).toContain("Ask again with a photo");
});

test("above the sum of the settings the form says beforehand that it only asks, the sum itself is free", async () => {
  const buyer = await shop.purchase([await shop.createProduct()]);
  const order_id = buyer.bought.order_id ?? "";
  const owner = await signedInAdmin();
  const setLimit = async (refund_limit: number | null) =>
    (await owner.client.call(updateShopSettings, { body: { refund_limit } })).reply();
  const form = (amount: string) => fetchText(owner, hrefOf(pages.refundOrder, { order_id }, { dollars: amount }));
  await setLimit(100);
  const aboveLimitText = await form("1.01");
  expect(aboveLimitText).toMatch(/Ask to refund[^<]*(<!--[^>]*-->)?\s*\$1\.01/);
  expect(aboveLimitText).toContain("Another finance administrator or an owner must approve it within seven days.");
  const atLimitText = await form("1.00");
  expect(atLimitText).not.toContain("Ask to refund");
  expect(atLimitText).toContain("This cannot be undone.");
  await setLimit(null);
  expect(await form("1.01")).not.toContain("Ask to refund");
});
