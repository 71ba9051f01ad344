import { signedInAdmin } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { shop } from "../../support/store.ts";
import { waitUntilSettled, createUnpaidOrder } from "../../v1/admin/invoices/unpaid.ts";
import { button } from "../account/steps.ts";

test("an unpaid invoice says why, reminds, and is noted as paid, without script", async ({ open }) => {
  const [admin, debtor] = [await signedInAdmin(), await createUnpaidOrder()];
  const page = await open({ session: admin.token, javaScriptEnabled: false });
  await page.goto(`/admin/invoices/${debtor.invoice_id}`);
  await expect(page.getByText("The account does not cover the amount.")).toBeVisible();
  await button(page, "Send a reminder").click();
  await expect(page.getByText("The reminder is sent.")).toBeVisible();
  await button(page, "Send a reminder").click();
  await expect(page.getByText("A reminder of this invoice was sent within the last hour")).toBeVisible();
  await button(page, "Note as paid").click();
  await page.getByLabel("Reference").fill("Wire 4711");
  await button(page, "Note as paid").last().click();
  await expect(page.getByText("The invoice is noted as paid.")).toBeVisible();
  await expect(page.getByText("Wire 4711, noted by")).toBeVisible();
  await expect(button(page, "Send a reminder")).toBeHidden();
});

test("who may only read invoices is offered no verb", async ({ open }) => {
  const [support, debtor] = [await signedInAdmin("support"), await createUnpaidOrder()];
  const page = await open({ session: support.token });
  await page.goto(`/admin/invoices/${debtor.invoice_id}`);
  await expect(page.getByText("The account does not cover the amount.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Get it paid" })).toBeHidden();
  await expect(button(page, "Export it")).toBeHidden();
});

test("a dispute shows its days left and the way to its evidence", async ({ open }) => {
  const admin = await signedInAdmin();
  const buyer = await shop.purchase([await shop.createProduct()]);
  const [charge] = await shop.charges(buyer.customer);
  await shop.control("/disputes", { charge: charge?.id, stage: "created" });
  await waitUntilSettled(buyer);
  const [dispute] = await shop.objects("dispute", { charge: charge?.id ?? "" });
  const [invoice] = await shop.query<{ id: string }>("select id from invoices where org_id = $1", [buyer.org_id]);
  const page = await open({ session: admin.token });
  await page.goto(`/admin/invoices/${invoice?.id}`);
  // The provider's fake gives 14 days for evidence, of which 13 whole days are left.
  await expect(page.getByText("disputed: 13 days left")).toBeVisible();
  const evidence = page.getByRole("link", { name: "Send evidence at the payment provider" });
  await expect(evidence).toHaveAttribute("href", `https://dashboard.stripe.com/test/disputes/${dispute?.id}`);
});

test("an invoice is reminded and noted as paid from the list, with its result, and not reminded after that", async ({
  open,
}) => {
  const [admin, debtor] = [await signedInAdmin(), await createUnpaidOrder()];
  const page = await open({ session: admin.token });
  await page.goto(`/admin/invoices?org_id=${debtor.org_id}`);
  await page.getByRole("checkbox").nth(1).check();
  await button(page, "Send a reminder").click();
  await button(page, "Yes, mail them").click();
  await expect(page.getByText(/ reminded\.$/)).toBeVisible();
  await page.getByRole("checkbox").nth(1).check();
  await button(page, "Note as paid").click();
  await page.getByLabel("Reference").fill("Wire 4711");
  await page.getByLabel("Arrived on").fill("2026-11-20");
  await button(page, "Note as paid").last().click();
  await expect(page.getByText(/ noted as paid\.$/)).toBeVisible();
  await page.getByRole("checkbox").nth(1).check();
  await button(page, "Send a reminder").click();
  await button(page, "Yes, mail them").click();
  await expect(page.getByText(/: This invoice is already paid\.$/)).toBeVisible();
});
