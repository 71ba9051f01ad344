import { expect, test } from "vitest";
import { shop } from "../../../support/store.ts";
import { accountBuyer, buyOnAccount, invoiceOf, priced, transfer } from "./account.ts";

const runReminders = async (): Promise<void> => {
  await shop.sandbox.runJob("reconcile-payments");
};

/** Makes the invoice due `days` days ago, with its next reminder `next` days after the due day. */
const setDue = (id: string, days: number, next = days) =>
  shop.query(
    `update invoices set due_on = today.day - $2::int, remind_on = today.day - $2::int + $3::int
    from (select (now() at time zone time_zone)::date as day from shop_settings) today where invoices.id = $1`,
    [id, days, next],
  );
const fetchNextDays = async (id: string) =>
  (await shop.query<{ days: number | null }>("select remind_on - due_on as days from invoices where id = $1", [id]))[0]
    ?.days;
const fetchReminders = async (email: string) =>
  (await shop.sandbox.mailsTo(email))
    .map(({ subject }) => subject)
    .filter((subject) => subject.startsWith("The invoice for order"))
    .toReversed();

const waitForReminders = async (email: string, count: number): Promise<string[]> => {
  await expect.poll(async () => (await fetchReminders(email)).length >= count).toBe(true);
  return fetchReminders(email);
};

test("go to the billing address and the managers, one mail each, 7 days before, on the day, 7 and 14 days after", async () => {
  const buyer = await accountBuyer();
  const manager = await shop.signedIn({ org_id: buyer.org_id, roles: ["org", "user"] });
  const [{ email } = { email: "" }] = await shop.query<{ email: string }>(
    "select billing_email as email from organizations where id = $1",
    [buyer.org_id],
  );
  const { order_id } = await buyOnAccount(buyer, [await priced(10_00)]);
  const { id } = await invoiceOf(order_id ?? "");
  expect(await fetchNextDays(id)).toBe(-7);
  await runReminders();
  expect(await fetchReminders(email)).toEqual([]);
  const subjects: RegExp[] = [];
  for (const [days, next, subjectPattern] of [
    [-7, 0, /is due in 7 days$/],
    [0, 7, /is due today$/],
    [7, 14, /is 7 days overdue$/],
    [14, null, /is 14 days overdue$/],
  ] as const) {
    await setDue(id, days);
    await runReminders();
    await runReminders();
    subjects.push(subjectPattern);
    const expected = subjects.map((subject) => expect.stringMatching(subject));
    expect(await waitForReminders(email, subjects.length)).toEqual(expected);
    expect(await waitForReminders(manager.user.email, subjects.length)).toEqual(expected);
    expect(await fetchNextDays(id)).toBe(next);
  }
  expect(await fetchReminders(buyer.user.email)).toEqual([]);
});

test("pause while a payment is in transit, and go on if it fails", async () => {
  const buyer = await accountBuyer();
  const [{ email } = { email: "" }] = await shop.query<{ email: string }>(
    "select billing_email as email from organizations where id = $1",
    [buyer.org_id],
  );
  const { order_id } = await buyOnAccount(buyer, [await priced(10_00)]);
  const { id } = await invoiceOf(order_id ?? "");
  // `checked_at` is now, so that the job does not read the payment again.
  const setInTransit = (isInTransit: boolean) =>
    shop.query("update invoices set is_processing = $2, checked_at = now() where id = $1", [id, isInTransit]);
  await setDue(id, 0);
  await setInTransit(true);
  await runReminders();
  expect(await fetchNextDays(id)).toBe(7);
  await setDue(id, 7);
  await setInTransit(false);
  await runReminders();
  expect(await waitForReminders(email, 1)).toEqual([expect.stringMatching(/is 7 days overdue$/)]);
});

test("of a late job are one, and of a paid or canceled invoice none", async () => {
  const buyer = await accountBuyer();
  const [{ email } = { email: "" }] = await shop.query<{ email: string }>(
    "select billing_email as email from organizations where id = $1",
    [buyer.org_id],
  );
  const product = await priced(10_00);
  const [lateOrder, paidOrder, canceledOrder] = [
    await buyOnAccount(buyer, [product]),
    await buyOnAccount(buyer, [product]),
    await buyOnAccount(buyer, [product]),
  ];
  const invoiceFor = ({ order_id }: { order_id: string | null }) => invoiceOf(order_id ?? "");
  const invoice = await invoiceFor(paidOrder);
  await transfer(invoice, invoice.amount);
  await shop.query("update orders set status = 'canceled' where id = $1", [canceledOrder.order_id]);
  for (const each of [lateOrder, paidOrder, canceledOrder]) await setDue((await invoiceFor(each)).id, 8, -7);
  await runReminders();
  expect(await waitForReminders(email, 1)).toEqual([expect.stringMatching(/is 8 days overdue$/)]);
  expect(await fetchNextDays((await invoiceFor(lateOrder)).id)).toBe(14);
  expect(await fetchNextDays((await invoiceFor(paidOrder)).id)).toBeNull();
});
