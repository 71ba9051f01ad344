import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../../sandbox/process/deadline.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import {
  chargeInvoice,
  markInvoicePaid,
  voidInvoice,
  writeOffInvoice,
} from "../../worker/contract/v1/admin/invoices.ts";
import type { Actor } from "../support/actors.ts";
import { isWhole } from "../support/by-night.ts";
import { cards } from "../support/store.ts";
import { type Debtor, setDefaultMethod, waitUntilSettled, createUnpaidOrder } from "../v1/admin/invoices/unpaid.ts";
import { type Hang, hang, killAt } from "./cut-points.ts";
import { type FaultApp, startFaultApp } from "./fault-app.ts";
import { findViolations } from "./invariants/invariants.ts";
import { isFull } from "./runs.ts";
import { patienceMs } from "../support/patience.ts";

let app: FaultApp;
let admin: Actor;
beforeAll(async () => {
  app = await startFaultApp();
  admin = await app.shop.signedInAdmin();
});
afterAll(() => app?.stop());

type InvoiceAction = {
  action: string;
  /** Path of the requests to the payment provider. */
  path: string;
  text: string;
  /** Status of the provider's invoice afterwards, and kinds of our ledger's entries for it. */
  status: string;
  booked: string[];
  send: (debtor: Debtor) => Promise<{ status: number; text: string }>;
};

const wirePayment = { reference: "Wire 4711", paid_on: "2026-11-20" };
const paramsOf = ({ invoice_id }: Debtor) => ({ params: { invoice_id } });

/** Each action sends the same request on a second click. */
function buildActions(): InvoiceAction[] {
  const key = randomUUID();
  return [
    {
      action: "chargeInvoice",
      path: "/pay",
      text: "payment_method=",
      status: "paid",
      booked: ["charge"],
      send: (debtor) => admin.client.call(chargeInvoice, { ...paramsOf(debtor), body: { key } }),
    },
    {
      action: "markInvoicePaid",
      path: "/pay",
      text: "paid_out_of_band",
      status: "paid",
      booked: ["paid_out_of_band"],
      send: (debtor) => admin.client.call(markInvoicePaid, { ...paramsOf(debtor), body: wirePayment }),
    },
    {
      action: "voidInvoice",
      path: "/void",
      text: "",
      status: "void",
      booked: [],
      send: (debtor) => admin.client.call(voidInvoice, paramsOf(debtor)),
    },
    {
      action: "writeOffInvoice",
      path: "/mark_uncollectible",
      text: "",
      status: "uncollectible",
      booked: [],
      send: (debtor) => admin.client.call(writeOffInvoice, paramsOf(debtor)),
    },
  ];
}

const hangForEach =
  (when: Hang["when"]) =>
  (all: readonly InvoiceAction[]): Hang[] =>
    all.map(({ path, text }) => ({ service: "stripe", path, ...(text !== "" && { text }), when }));
const databaseHang = (text: string, when: Hang["when"]) => (): Hang[] => [{ service: "database", text, when }];

const points = [
  { name: "before its claim", is_claimed: false, hangs: databaseHang("insert into invoice_actions", "before") },
  { name: "after its claim", is_claimed: true, hangs: databaseHang("insert into invoice_actions", "after") },
  { name: "when the provider is asked", is_claimed: true, hangs: hangForEach("before") },
  { name: "when the provider has done it and not answered", is_claimed: true, hangs: hangForEach("after") },
  { name: "before its booking", is_claimed: true, hangs: databaseHang("insert into payment_ledger", "before") },
];

const fetchPage = async (debtor: Debtor) => {
  const path = hrefOf(pages.adminInvoice, { invoice_id: debtor.invoice_id });
  return (await admin.client.fetch(path)).text();
};
const waitingMessage = "The payment provider has not confirmed what an administrator asked for.";

// By day every other point is tested.
test.each(points.filter((_, place) => isWhole || isFull || place % 2 === 0))(
  "what is done about an invoice and cut off $name is done once, and its page says meanwhile what is",
  async ({ is_claimed, hangs }) => {
    const { shop } = app;
    const actions = buildActions();
    const debtors = await Promise.all(actions.map(() => createUnpaidOrder(undefined, shop)));
    const cases = actions.flatMap((verb, at) => {
      const debtor = debtors[at];
      return debtor ? [{ verb, debtor }] : [];
    });
    for (const { debtor } of cases) await setDefaultMethod(debtor, cards.good, shop);
    await shop.control("/deliveries", { action: "hold" });
    const requestHangs = hangs(actions);
    const hangCount = cases.length / requestHangs.length;
    const stop = await hang(...requestHangs)(app, hangCount);
    const work = cases.map(({ verb, debtor }) => verb.send(debtor).catch(() => undefined));
    const isReached = await until(patienceMs, async () => (await stop.reached()) >= cases.length);
    await killAt(app, stop, "worker");
    await Promise.all(work);
    expect(isReached).toBe(true);
    for (const { debtor } of cases) expect((await fetchPage(debtor)).includes(waitingMessage)).toBe(is_claimed);
    await app.tick();
    await app.tick();
    for (const { verb, debtor } of cases) {
      expect((await fetchPage(debtor)).includes(waitingMessage), verb.action).toBe(false);
      // A second click changes nothing.
      const secondAnswer = await verb.send(debtor);
      expect(secondAnswer.status, `${verb.action}: ${secondAnswer.text}`).toBe(200);
    }
    await shop.control("/deliveries", { action: "release" });
    for (const { verb, debtor } of cases) {
      await waitUntilSettled(debtor, shop);
      const [invoice] = await shop.objects("invoice", { id: debtor.provider_id });
      expect(invoice?.["status"], verb.action).toBe(verb.status);
      const { ledger } = await shop.books(debtor.org_id);
      expect(ledger.map(({ kind }) => kind)).toEqual(verb.booked);
      const entries = await shop.query<{ action: string; actor_id: string }>(
        "select action, actor_id from audit_log where subject_type = 'invoice' and subject_id = $1",
        [debtor.invoice_id],
      );
      expect(entries).toEqual([{ action: verb.action, actor_id: admin.user.id }]);
    }
    // Money noted by hand is not at the provider, so the invariants are checked for charged invoices alone.
    const chargedOrgIds = cases
      .filter(({ verb }) => verb.action === "chargeInvoice")
      .map(({ debtor }) => debtor.org_id);
    expect(await findViolations(shop, chargedOrgIds)).toEqual([]);
  },
);
