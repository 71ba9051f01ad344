import { describe, expect, test } from "vitest";
import {
  getAdminInvoice,
  listAdminInvoices,
  markInvoicePaid,
  reviewInvoice,
  writeOffInvoice,
} from "../../../../worker/contract/v1/admin/invoices.ts";
import { getOverview } from "../../../../worker/contract/v1/admin/overview.ts";
import { postForm } from "../../../support/forms.ts";
import { readWords } from "../../../http/pages/words.ts";
import { type Actor, signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { cards, shop } from "../../../support/store.ts";
import { createUnpaidOrder, type Debtor, waitUntilSettled } from "./unpaid.ts";

const wire = { reference: "Wire 4711", paid_on: "2026-11-20" };
const inputFor = ({ invoice_id }: Debtor) => ({ params: { invoice_id } });
const readInvoice = async ({ client }: Actor, debtor: Debtor) =>
  (await client.call(getAdminInvoice, inputFor(debtor))).reply();
const listToReview = async ({ client }: Actor, { org_id }: Debtor) =>
  (await client.call(listAdminInvoices, { query: { org_id, needs_review: "true" } })).reply().data.map(({ id }) => id);
const listReviews = ({ invoice_id }: Debtor) =>
  query("select actor_id from audit_log where action = 'reviewInvoice' and subject_id = $1", [invoice_id]);

/** An order that was paid after it was written off. */
async function createLatePayment(admin: Actor): Promise<Debtor> {
  const debtor = await createUnpaidOrder();
  (await admin.client.call(writeOffInvoice, inputFor(debtor))).reply();
  (await admin.client.call(markInvoicePaid, { ...inputFor(debtor), body: wire })).reply();
  await waitUntilSettled(debtor);
  return debtor;
}

describe("a payment that needs a review", () => {
  test("is listed, counted and shown until somebody has reviewed it, which is audited once", async () => {
    const admin = await signedInAdmin();
    const debtor = await createLatePayment(admin);
    expect(await listToReview(admin, debtor)).toEqual([debtor.invoice_id]);
    const { invoices } = (await admin.client.call(getOverview)).reply();
    expect(invoices?.needs_review.count).toBeGreaterThan(0);
    const page = `/admin/invoices/${debtor.invoice_id}`;
    expect(await readWords(admin.client, page)).toContain("the order was canceled before it was paid. Please check.");
    expect(await readWords(admin.client, `/admin/orders/${debtor.order_id}`)).toContain("Please check. Review it");
    const { updated_at } = await readInvoice(admin, debtor);
    expect((await postForm(admin.client, `${page}/reviewed`, { updated_at })).status).toBe(303);
    (await admin.client.call(reviewInvoice, inputFor(debtor))).reply();
    expect(await listToReview(admin, debtor)).toEqual([]);
    expect(await readWords(admin.client, page)).not.toContain("Please check.");
    expect(await listReviews(debtor)).toEqual([{ actor_id: admin.user.id }]);
  });

  test("with another amount than the billed one is reviewed once, however often it is booked", async () => {
    const [admin, debtor] = [await signedInAdmin(), await createUnpaidOrder()];
    await query("update invoices set amount = amount + 1 where id = $1", [debtor.invoice_id]);
    const { pay_url } = await readInvoice(admin, debtor);
    await shop.submit(pay_url ?? "", { choice: cards.good });
    await expect
      .poll(async () => (await shop.sweep(), readInvoice(admin, debtor)))
      .toMatchObject({ payment_status: "pending", needs_review: true });
    (await admin.client.call(reviewInvoice, inputFor(debtor))).reply();
    const [charge] = await shop.charges(debtor.customer);
    await shop.control("/refunds", { charge: charge?.id, amount: 1 });
    await shop.settled();
    expect(await shop.books(debtor.org_id)).toMatchObject({
      ledger: [{ kind: "charge" }, { kind: "refund" }],
      invoices: [{ payment_status: "pending", needs_review: false }],
    });
  });

  test("is not reviewed by who has not seen the money that moved since", async () => {
    const [admin, debtor] = [await signedInAdmin(), await createUnpaidOrder()];
    await query("update invoices set amount = amount + 1 where id = $1", [debtor.invoice_id]);
    const { pay_url } = await readInvoice(admin, debtor);
    await shop.submit(pay_url ?? "", { choice: cards.good });
    await expect
      .poll(async () => (await shop.sweep(), readInvoice(admin, debtor)))
      .toMatchObject({ needs_review: true });
    const { updated_at } = await readInvoice(admin, debtor);
    const [charge] = await shop.charges(debtor.customer);
    await shop.control("/refunds", { charge: charge?.id, amount: 1 });
    await shop.settled();
    const refused = await admin.client.call(reviewInvoice, { ...inputFor(debtor), body: { updated_at } });
    expect([refused.status, refused.errcode]).toEqual([422, "OBJECT_OUTDATED"]);
    expect(await listToReview(admin, debtor)).toEqual([debtor.invoice_id]);
  });

  test("for a reason that came after it was read is not reviewed", async () => {
    const [admin, debtor] = [await signedInAdmin(), await createUnpaidOrder()];
    await query("update invoices set amount = amount + 1, payment_status = 'pending' where id = $1", [
      debtor.invoice_id,
    ]);
    const { updated_at } = await readInvoice(admin, debtor);
    const { pay_url } = await readInvoice(admin, debtor);
    await shop.submit(pay_url ?? "", { choice: cards.good });
    await expect
      .poll(async () => (await shop.sweep(), readInvoice(admin, debtor)))
      .toMatchObject({ needs_review: true });
    const refused = await admin.client.call(reviewInvoice, { ...inputFor(debtor), body: { updated_at } });
    expect([refused.status, refused.errcode]).toEqual([422, "OBJECT_OUTDATED"]);
    expect(await listToReview(admin, debtor)).toEqual([debtor.invoice_id]);
    expect(await listReviews(debtor)).toEqual([]);
  });
});
