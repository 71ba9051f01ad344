// Every action of an administrator on an unpaid invoice, with its refusals and races.
import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import {
  chargeInvoice,
  getAdminInvoice,
  markInvoicePaid,
  markInvoicesPaid,
  remindInvoice,
  remindInvoices,
  voidInvoice,
  writeOffInvoice,
} from "../../../../worker/contract/v1/admin/invoices.ts";
import { getAdminOrder } from "../../../../worker/contract/v1/admin/orders.ts";
import { orderByLink } from "../../../../worker/contract/v1/client/orders.ts";
import { type Actor, signedInAdmin } from "../../../support/actors.ts";
import { sendAtOnce, sortedStatuses } from "../../../support/at-once.ts";
import { hold, query } from "../../../support/database.ts";
import { readWords } from "../../../http/pages/words.ts";
import { cards, shop } from "../../../support/store.ts";
import { type Debtor, setDefaultMethod, waitUntilSettled, createUnpaidOrder } from "./unpaid.ts";

const wire = { reference: "Wire 4711", paid_on: "2026-11-20" };
const inputFor = ({ invoice_id }: Pick<Debtor, "invoice_id">) => ({ params: { invoice_id } });
const readInvoice = async ({ client }: Actor, debtor: Pick<Debtor, "invoice_id">) =>
  (await client.call(getAdminInvoice, inputFor(debtor))).reply();
const readOrderStatus = async ({ client }: Actor, { order_id }: Pick<Debtor, "order_id">) => {
  const { status, payment_status } = (await client.call(getAdminOrder, { params: { order_id } })).reply();
  return [status, payment_status];
};
const readLedger = async ({ org_id }: { org_id: string }) => (await shop.books(org_id)).ledger;
const fetchProviderStatus = async ({ provider_id }: Debtor) =>
  (await shop.objects("invoice", { id: provider_id }))[0]?.["status"];
const listAudits = ({ invoice_id }: Debtor) =>
  query<{ action: string; actor_id: string; data: Record<string, unknown> }>(
    "select action, actor_id, data from audit_log where subject_type = 'invoice' and subject_id = $1 order by created_at, id",
    [invoice_id],
  );
const listMails = async ({ user }: Actor, type: string) =>
  query("select 1 from outbox where user_id = $1 and type = $2", [user.id, type]);
/** Adds a fault to calls about this invoice only, because other tests pay at the same provider. */
const disturb = ({ provider_id }: Debtor, verb: string, kind: "lost-answer" | "cut", times = 2) =>
  shop.sandbox.addFault({ service: "stripe", path: `/v1/invoices/${provider_id}/${verb}`, kind, times });
async function retry({ invoice_id }: Debtor) {
  await query("update invoice_actions set next_at = now() where invoice_id = $1 and status = 'asked'", [invoice_id]);
  await shop.sandbox.runJob("sweep-payments");
}
afterEach(() => shop.sandbox.clearFaults());

describe("a reminder", () => {
  test("is one mail with the pay link, however many administrators send it", async () => {
    const [admin, other, debtor] = [await signedInAdmin(), await signedInAdmin(), await createUnpaidOrder()];
    const answers = await Promise.all(
      [admin, other, admin].map(({ client }) => client.call(remindInvoice, inputFor(debtor))),
    );
    expect(sortedStatuses(answers)).toEqual([200, 422, 422]);
    expect(answers.filter(({ status }) => status === 422).map(({ errcode }) => errcode)).toEqual([
      "INVOICE_REMINDED",
      "INVOICE_REMINDED",
    ]);
    expect(await listMails(debtor, "invoiceForOrder")).toHaveLength(1);
    const { pay_url, reminder_sent_at } = await readInvoice(admin, debtor);
    expect(pay_url).toContain(debtor.provider_id);
    expect(reminder_sent_at).not.toBeNull();
    const reminderMail = await shop.sandbox.waitForMail(debtor.user.email, "Reminder: the invoice for your order");
    expect(reminderMail.text).toContain(pay_url);
    expect((await listAudits(debtor)).map(({ action }) => action)).toEqual(["remindInvoice"]);
  });

  test("may be repeated after an hour, and goes to the billing email of an inactive buyer", async () => {
    const [admin, debtor] = [await signedInAdmin(), await createUnpaidOrder()];
    (await admin.client.call(remindInvoice, inputFor(debtor))).reply();
    await query("update invoices set reminder_sent_at = now() - interval '61 minutes' where id = $1", [
      debtor.invoice_id,
    ]);
    await query("update users set is_active = false where id = $1", [debtor.user.id]);
    (await admin.client.call(remindInvoice, inputFor(debtor))).reply();
    const [org] = await query<{ billing_email: string }>("select billing_email from organizations where id = $1", [
      debtor.org_id,
    ]);
    const reminders = await query(
      "select recipient from outbox where type = 'invoiceForOrder' and user_id is null and recipient = $1",
      [org?.billing_email],
    );
    expect(reminders).toHaveLength(1);
  });

  test("is not sent while the bank is asked, after payment, or for an unknown invoice; each row has its result", async () => {
    const [admin, debtor] = [await signedInAdmin(), await createUnpaidOrder()];
    const debitBuyer = await shop.purchase([await shop.createProduct()], cards.bank);
    await waitUntilSettled(debitBuyer);
    const paidBuyer = await shop.purchase([await shop.createProduct()]);
    const ids = await query<{ id: string; org_id: string }>(
      "select id, org_id from invoices where org_id = any($1::uuid[])",
      [`{${debitBuyer.org_id},${paidBuyer.org_id}}`],
    );
    const invoiceOf = (orgId: string) => ids.find(({ org_id }) => org_id === orgId)?.id ?? "";
    const unknownId = randomUUID();
    const invoice_ids = [debtor.invoice_id, invoiceOf(debitBuyer.org_id), invoiceOf(paidBuyer.org_id), unknownId];
    const { results } = (await admin.client.call(remindInvoices, { body: { invoice_ids } })).reply();
    expect(results.map(({ invoice_id }) => invoice_id)).toEqual(invoice_ids);
    expect(results.map(({ outcome }) => outcome)).toEqual(["done", "refused", "refused", "refused"]);
    expect(results.map(({ message }) => message)).toEqual([
      null,
      "A payment of this invoice is under way. Wait for its result.",
      "This invoice is already paid",
      "Not found: invoice",
    ]);
  });
});

describe("charging the default method", () => {
  test("pays the invoice and its order, once under twenty clicks", async () => {
    const [admin, debtor] = [await signedInAdmin(), await createUnpaidOrder()];
    await setDefaultMethod(debtor, cards.good);
    const body = { key: randomUUID() };
    const click = () => admin.client.call(chargeInvoice, { ...inputFor(debtor), body });
    const answers = await sendAtOnce(20, click);
    expect(new Set(sortedStatuses(answers))).toEqual(new Set([200]));
    expect((await shop.charges(debtor.customer)).map(({ amount }) => amount)).toEqual([debtor.total]);
    expect(await readLedger(debtor)).toEqual([{ kind: "charge", amount: debtor.total }]);
    expect(await readOrderStatus(admin, debtor)).toEqual(["processing", "paid"]);
    await waitUntilSettled(debtor);
    const entries = await listAudits(debtor);
    expect(entries).toMatchObject([
      { action: "chargeInvoice", actor_id: admin.user.id, data: { amount: debtor.total } },
    ]);
    const again = await admin.client.call(chargeInvoice, inputFor(debtor));
    expect(again.errcode).toBe("INVOICE_ALREADY_PAID");
  });

  test("tells the bank's reason, leaves the invoice open, and the same click tells it again", async () => {
    const [admin, debtor] = [await signedInAdmin(), await createUnpaidOrder()];
    await setDefaultMethod(debtor, cards.declines);
    const body = { key: randomUUID() };
    const charge = () => admin.client.call(chargeInvoice, { ...inputFor(debtor), body });
    const answers = [await charge(), await charge()];
    expect(answers.map(({ errcode, message }) => [errcode, message])).toEqual([
      ["CHARGE_DECLINED", "The bank declined without a reason."],
      ["CHARGE_DECLINED", "The bank declined without a reason."],
    ]);
    expect(await fetchProviderStatus(debtor)).toBe("open");
    const invoiceRows = await query<{ tries: { status: string; decline: string; method: { last4: string } }[] }>(
      "select tries from invoices where id = $1",
      [debtor.invoice_id],
    );
    expect(invoiceRows[0]?.tries.map(({ status, decline }) => [status, decline])).toEqual([
      ["failed", "insufficient_funds"],
      ["failed", "generic_decline"],
    ]);
    await setDefaultMethod(debtor, cards.good);
    (await admin.client.call(chargeInvoice, { ...inputFor(debtor), body: { key: randomUUID() } })).reply();
    expect(await readOrderStatus(admin, debtor)).toEqual(["processing", "paid"]);
  });

  test("with a bank account is under way, and every other verb waits", async () => {
    const [admin, debtor] = [await signedInAdmin(), await createUnpaidOrder()];
    await setDefaultMethod(debtor, cards.bank);
    (await admin.client.call(chargeInvoice, inputFor(debtor))).reply();
    expect(await readInvoice(admin, debtor)).toMatchObject({ is_processing: true, payment_status: "pending" });
    const answers = [
      await admin.client.call(chargeInvoice, inputFor(debtor)),
      await admin.client.call(markInvoicePaid, { ...inputFor(debtor), body: wire }),
      await admin.client.call(voidInvoice, inputFor(debtor)),
      await admin.client.call(writeOffInvoice, inputFor(debtor)),
      await admin.client.call(remindInvoice, inputFor(debtor)),
    ];
    expect(new Set(answers.map(({ errcode }) => errcode))).toEqual(new Set(["INVOICE_PAYMENT_UNDER_WAY"]));
    await shop.control("/invoices", { invoice: debtor.provider_id, action: "bank_answers" });
    await waitUntilSettled(debtor);
    expect(await readLedger(debtor)).toEqual([{ kind: "charge", amount: debtor.total }]);
  });

  test.each(["lost-answer", "cut"] as const)("whose call met %s charges once when it is repeated", async (kind) => {
    const [admin, debtor] = [await signedInAdmin(), await createUnpaidOrder()];
    await setDefaultMethod(debtor, cards.good);
    await disturb(debtor, "pay", kind);
    const body = { key: randomUUID() };
    const first = await admin.client.call(chargeInvoice, { ...inputFor(debtor), body });
    expect(first.status).toBe(503);
    await shop.sandbox.clearFaults();
    await retry(debtor);
    (await admin.client.call(chargeInvoice, { ...inputFor(debtor), body })).reply();
    await waitUntilSettled(debtor);
    expect(await shop.charges(debtor.customer)).toHaveLength(1);
    expect((await listAudits(debtor)).map(({ action }) => action)).toEqual(["chargeInvoice"]);
  });
});

describe("a payment by wire", () => {
  test("is booked once with reference and day, makes the order paid, and is told nobody twice", async () => {
    const [admin, debtor] = [await signedInAdmin(), await createUnpaidOrder()];
    const pay = (body: object = wire) => admin.client.call(markInvoicePaid, { ...inputFor(debtor), body });
    const answers = await sendAtOnce(10, () => pay());
    expect(new Set(sortedStatuses(answers))).toEqual(new Set([200]));
    (await pay()).reply();
    expect((await pay({ ...wire, reference: "Cheque 12" })).errcode).toBe("INVOICE_ALREADY_PAID");
    await waitUntilSettled(debtor);
    expect(await readLedger(debtor)).toEqual([{ kind: "paid_out_of_band", amount: debtor.total }]);
    expect(await shop.charges(debtor.customer)).toEqual([]);
    expect(await readOrderStatus(admin, debtor)).toEqual(["processing", "paid"]);
    expect(await listAudits(debtor)).toMatchObject([
      { action: "markInvoicePaid", actor_id: admin.user.id, data: wire },
    ]);
    expect(await listMails(debtor, "orderConfirmed")).toHaveLength(1);
  });

  test.each(["lost-answer", "cut"] as const)("whose call met %s is booked once by the retry job", async (kind) => {
    const [admin, debtor] = [await signedInAdmin(), await createUnpaidOrder()];
    await disturb(debtor, "pay", kind);
    const pay = () => admin.client.call(markInvoicePaid, { ...inputFor(debtor), body: wire });
    expect((await pay()).status).toBe(503);
    await shop.sandbox.clearFaults();
    await retry(debtor);
    (await pay()).reply();
    await waitUntilSettled(debtor);
    expect(await readLedger(debtor)).toEqual([{ kind: "paid_out_of_band", amount: debtor.total }]);
    expect((await listAudits(debtor)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ["markInvoicePaid", admin.user.id],
    ]);
  });

  test("and a charge of another administrator at the same time: one of them, never both", async () => {
    const [admin, other, debtor] = [await signedInAdmin(), await signedInAdmin(), await createUnpaidOrder()];
    await setDefaultMethod(debtor, cards.good);
    const answers = await Promise.all([
      admin.client.call(markInvoicePaid, { ...inputFor(debtor), body: wire }),
      other.client.call(chargeInvoice, inputFor(debtor)),
    ]);
    expect(sortedStatuses(answers)).toEqual([200, 422]);
    await waitUntilSettled(debtor);
    expect((await readLedger(debtor)).map(({ amount }) => amount)).toEqual([debtor.total]);
    expect(await listAudits(debtor)).toHaveLength(1);
  });

  test("of an invoice that the buyer has just paid is refused, and the buyer's payment stands alone", async () => {
    const [admin, debtor] = [await signedInAdmin(), await createUnpaidOrder()];
    const { pay_url } = await readInvoice(admin, debtor);
    const method = await shop.addMethod(debtor.customer, cards.good);
    await shop.control("/deliveries", { action: "release" });
    await shop.submit(pay_url ?? "", { choice: method });
    const late = await admin.client.call(markInvoicePaid, { ...inputFor(debtor), body: wire });
    expect(["INVOICE_CHANGED", "INVOICE_ALREADY_PAID"]).toContain(late.errcode);
    await waitUntilSettled(debtor);
    expect(await readLedger(debtor)).toEqual([{ kind: "charge", amount: debtor.total }]);
    expect(await listAudits(debtor)).toEqual([]);
  });

  test("pays several invoices at once, each with its own result", async () => {
    const [admin, one, two] = [await signedInAdmin(), await createUnpaidOrder(), await createUnpaidOrder()];
    (await admin.client.call(voidInvoice, inputFor(two))).reply();
    const invoice_ids = [one.invoice_id, two.invoice_id];
    const { results } = (await admin.client.call(markInvoicesPaid, { body: { invoice_ids, ...wire } })).reply();
    expect(results).toEqual([
      { invoice_id: one.invoice_id, outcome: "done", message: null },
      {
        invoice_id: two.invoice_id,
        outcome: "refused",
        message: "This invoice is void or was written off, or its order or plan has ended",
      },
    ]);
    expect(await readLedger(one)).toEqual([{ kind: "paid_out_of_band", amount: one.total }]);
    expect(await readLedger(two)).toEqual([]);
  });

  test("needs a reference and a day", async () => {
    const [admin, debtor] = [await signedInAdmin(), await createUnpaidOrder()];
    const paths = async (body: object) =>
      (await admin.client.call(markInvoicePaid, { ...inputFor(debtor), body })).issues.map(({ path }) => path[0]);
    expect(await paths({ reference: "", paid_on: "2026-11-20" })).toEqual(["reference"]);
    for (const paid_on of ["20 Nov", "2026-02-30", "0000-01-01"])
      expect(await paths({ reference: "Wire 1", paid_on })).toEqual(["paid_on"]);
    expect(await readLedger(debtor)).toEqual([]);
  });
});

describe("an order by a payment link", () => {
  async function createLinkOrder() {
    const buyer = await shop.buyer();
    const body = { products: [{ productId: (await shop.createProduct({ type: "software" })).id, quantity: 1 }] };
    const order = (await buyer.client.call(orderByLink, { body })).reply();
    const [row] = await query<{ id: string }>("select id from invoices where reference_id = $1", [order.id]);
    return {
      ...buyer,
      order_id: order.id,
      invoice_id: row?.id ?? "",
      link: order.stripe_bill_link ?? "",
      total: order.total,
    };
  }

  test("is paid by wire: its link is dead, and the ledger has one booking", async () => {
    const [admin, debtor] = [await signedInAdmin(), await createLinkOrder()];
    const pay = () => admin.client.call(markInvoicePaid, { ...inputFor(debtor), body: wire });
    expect(new Set(sortedStatuses(await Promise.all([pay(), pay(), pay()])))).toEqual(new Set([200]));
    await shop.submit(debtor.link, { choice: cards.good });
    await waitUntilSettled(debtor);
    expect(await shop.charges(debtor.customer)).toEqual([]);
    expect(await readLedger(debtor)).toEqual([{ kind: "paid_out_of_band", amount: debtor.total }]);
    expect(await readOrderStatus(admin, debtor)).toEqual(["received", "paid"]);
  });

  test("is void: its link is dead, and the order is canceled", async () => {
    const [admin, debtor] = [await signedInAdmin(), await createLinkOrder()];
    (await admin.client.call(voidInvoice, inputFor(debtor))).reply();
    await shop.submit(debtor.link, { choice: cards.good });
    await waitUntilSettled(debtor);
    expect(await shop.charges(debtor.customer)).toEqual([]);
    expect(await readOrderStatus(admin, debtor)).toEqual(["canceled", "pending"]);
    expect(await readInvoice(admin, debtor)).toMatchObject({ closed_as: "void", is_open: false, pay_url: null });
  });

  test("is not noted as paid by a request that waits while its void is booked", async () => {
    const [admin, debtor] = [await signedInAdmin(), await createLinkOrder()];
    // Until `next_at` the retry job does not take the claim.
    await query(
      `insert into invoice_actions (key, invoice_id, org_id, kind, actor_id, next_at)
       select id || '_void', id, org_id, 'void', $2, now() + interval '1 hour' from invoices where id = $1`,
      [debtor.invoice_id, admin.user.id],
    );
    // Booking a void closes the invoice and ends the claim in one transaction.
    const ids = [debtor.invoice_id];
    const booking = await hold("update invoices set closed_as = 'void', closed_at = now() where id = $1", ids);
    await booking.run("update invoice_actions set status = 'done' where invoice_id = $1", ids);
    const answer = admin.client.call(markInvoicePaid, { ...inputFor(debtor), body: wire });
    await expect.poll(async () => (await booking.waiting()).length).toBe(1);
    await booking.commit();
    expect((await answer).errcode).toBe("INVOICE_CLOSED");
    expect(await readLedger(debtor)).toEqual([]);
  });

  test("cannot be charged, because the provider has no invoice", async () => {
    const [admin, debtor] = [await signedInAdmin(), await createLinkOrder()];
    const answer = await admin.client.call(chargeInvoice, inputFor(debtor));
    expect([answer.errcode, answer.message]).toEqual([
      "CHARGE_DECLINED",
      "There is no saved payment method to charge. Send the pay link.",
    ]);
  });
});

describe("void and write-off", () => {
  test("void cancels the order once, tells the buyer once, and can never be paid", async () => {
    const [admin, other, debtor] = [await signedInAdmin(), await signedInAdmin(), await createUnpaidOrder()];
    const answers = await Promise.all(
      [admin, other, admin].map(({ client }) => client.call(voidInvoice, inputFor(debtor))),
    );
    expect(new Set(sortedStatuses(answers))).toEqual(new Set([200]));
    await waitUntilSettled(debtor);
    expect(await fetchProviderStatus(debtor)).toBe("void");
    expect(await readOrderStatus(admin, debtor)).toEqual(["canceled", "pending"]);
    expect(await listMails(debtor, "orderCanceled")).toHaveLength(1);
    expect((await listAudits(debtor)).map(({ action }) => action)).toEqual(["voidInvoice"]);
    const paid = await admin.client.call(markInvoicePaid, { ...inputFor(debtor), body: wire });
    expect(paid.errcode).toBe("INVOICE_CLOSED");
  });

  test("a write-off cancels the order, leaves the list of unpaid invoices, and may still be paid or voided", async () => {
    const [admin, debtor] = [await signedInAdmin(), await createUnpaidOrder()];
    (await admin.client.call(writeOffInvoice, inputFor(debtor))).reply();
    (await admin.client.call(writeOffInvoice, inputFor(debtor))).reply();
    expect(await fetchProviderStatus(debtor)).toBe("uncollectible");
    expect(await readInvoice(admin, debtor)).toMatchObject({ closed_as: "written_off", is_open: false });
    expect(await readOrderStatus(admin, debtor)).toEqual(["canceled", "declined"]);
    (await admin.client.call(markInvoicePaid, { ...inputFor(debtor), body: wire })).reply();
    expect(await readInvoice(admin, debtor)).toMatchObject({ closed_as: null, payment_status: "paid" });
    expect(await readOrderStatus(admin, debtor)).toEqual(["canceled", "paid"]);
    expect((await listAudits(debtor)).map(({ action }) => action)).toEqual(["writeOffInvoice", "markInvoicePaid"]);
  });

  test.each<[string, (admin: Actor, debtor: Debtor, payUrl: string) => Promise<unknown>]>([
    [
      "on its page",
      async (_admin, debtor, payUrl) =>
        shop.submit(payUrl, { choice: await shop.addMethod(debtor.customer, cards.good) }),
    ],
    [
      "by wire",
      async ({ client }, debtor) => (await client.call(markInvoicePaid, { ...inputFor(debtor), body: wire })).reply(),
    ],
  ])("a payment %s after a write-off confirms no order, and is to be reviewed", async (_way, pay) => {
    const [admin, debtor] = [await signedInAdmin(), await createUnpaidOrder()];
    (await admin.client.call(writeOffInvoice, inputFor(debtor))).reply();
    const { pay_url } = await readInvoice(admin, debtor);
    await pay(admin, debtor, pay_url ?? "");
    await waitUntilSettled(debtor);
    expect(await readOrderStatus(admin, debtor)).toEqual(["canceled", "paid"]);
    expect(await listMails(debtor, "orderConfirmed")).toEqual([]);
    expect((await shop.books(debtor.org_id)).invoices).toMatchObject([{ payment_status: "paid", needs_review: true }]);
    expect(await readWords(admin.client, `/admin/orders/${debtor.order_id}`)).toContain(
      "This order is canceled, but its payment was not refunded. Please check.",
    );
  });

  test("what has shipped is kept, and its late payment needs no review", async () => {
    const [admin, debtor] = [await signedInAdmin(), await createUnpaidOrder()];
    await query("update orders set status = 'shipped' where id = $1", [debtor.order_id]);
    (await admin.client.call(writeOffInvoice, inputFor(debtor))).reply();
    expect(await readOrderStatus(admin, debtor)).toEqual(["shipped", "declined"]);
    expect(await listMails(debtor, "orderCanceled")).toEqual([]);
    (await admin.client.call(markInvoicePaid, { ...inputFor(debtor), body: wire })).reply();
    expect(await readOrderStatus(admin, debtor)).toEqual(["shipped", "paid"]);
    expect((await shop.books(debtor.org_id)).invoices).toMatchObject([{ needs_review: false }]);
  });

  test("what has not shipped of a partly shipped order is canceled, and the rest stays shipped", async () => {
    const [one, two] = [await shop.createProduct(), await shop.createProduct()];
    const [admin, debtor] = [await signedInAdmin(), await createUnpaidOrder([one, two])];
    await query("update order_lines set shipped_quantity = 1 where order_id = $1 and product_id = $2", [
      debtor.order_id,
      one.id,
    ]);
    (await admin.client.call(voidInvoice, inputFor(debtor))).reply();
    expect(await readOrderStatus(admin, debtor)).toEqual(["shipped", "pending"]);
    const lines = await query<{ product_id: string; canceled: number }>(
      "select product_id, canceled_quantity as canceled from order_lines where order_id = $1",
      [debtor.order_id],
    );
    expect(Object.fromEntries(lines.map(({ product_id, canceled }) => [product_id, canceled]))).toEqual({
      [one.id]: 0,
      [two.id]: 1,
    });
    expect(await listMails(debtor, "orderCanceled")).toEqual([]);
  });

  test("a paid invoice is refused both", async () => {
    const admin = await signedInAdmin();
    const buyer = await shop.purchase([await shop.createProduct()]);
    const [row] = await query<{ id: string }>("select id from invoices where org_id = $1", [buyer.org_id]);
    const debtor = { invoice_id: row?.id ?? "" };
    const answers = [
      await admin.client.call(voidInvoice, inputFor(debtor)),
      await admin.client.call(writeOffInvoice, inputFor(debtor)),
    ];
    expect(answers.map(({ errcode }) => errcode)).toEqual(["INVOICE_ALREADY_PAID", "INVOICE_ALREADY_PAID"]);
  });
});
