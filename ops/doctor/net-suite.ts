import * as z from "zod/mini";
import { GatewayError } from "../../worker/gateways/gateway-error.ts";
import { createNetSuiteGateway, type NetSuiteGateway } from "../../worker/gateways/net-suite/index.ts";
import { netSuiteId, netSuiteTerms, netSuiteValue } from "../../worker/gateways/net-suite/values.ts";
import { withDatabase } from "./database.ts";
import { type Check, ok, type Outcome, todo } from "./check.ts";

const names = ["NETSUITE_API_URL", "NETSUITE_CLIENT_ID", "NETSUITE_CERTIFICATE_ID", "NETSUITE_PRIVATE_KEY"] as const;
type Settings = Record<string, string>;
type NetSuiteCheck = (netSuite: NetSuiteGateway, settings: Settings) => Promise<Outcome>;

/** NetSuite limits the concurrent calls of an account, so the checks run one at a time. */
let lastCheck: Promise<unknown> = Promise.resolve();

const withGateway =
  (ask: NetSuiteCheck): Check["run"] =>
  async ({ settings }) => {
    const [NETSUITE_API_URL = "", NETSUITE_CLIENT_ID = "", NETSUITE_CERTIFICATE_ID = "", NETSUITE_PRIVATE_KEY = ""] =
      names.map((name) => settings[name]);
    const account = { NETSUITE_API_URL, NETSUITE_CLIENT_ID, NETSUITE_CERTIFICATE_ID, NETSUITE_PRIVATE_KEY };
    if (Object.values(account).some((value) => value === "")) return ok("off");
    const check = lastCheck.then(() => ask(createNetSuiteGateway(account), settings));
    lastCheck = check.catch(() => undefined);
    try {
      return await check;
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      return todo(formatReason(error));
    }
  };

const formatReason = (error: GatewayError): string => `${error.reason ?? error.message}. See docs/netsuite.md.`;

/** Statements like those of the synchronization, by table. */
const queryByTable = {
  Customers: "SELECT customer.id, customer.searchstage, customer.isperson FROM customer",
  Items: "SELECT item.id, item.itemtype FROM item",
  "Price levels": "SELECT pricing.item, pricing.pricelevel, pricing.quantity FROM pricing",
  Currency: "SELECT currency.id FROM currency WHERE currency.symbol = 'USD'",
  "Sales Order": "SELECT transaction.id, transaction.externalid, transaction.foreigntotal FROM transaction",
  "the links of sales orders": "SELECT l.previousdoc, l.nextdoc FROM previoustransactionlink l",
};

/**
 * Records that the export saves, and fulfilments that it reads. NetSuite loads records in edit mode, even for GET
 * (https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/subsect_1544786455.html), so a role that may only view
 * records is refused. The checks request the id 0, which no record has.
 */
const recordTypes = {
  "Sales Order": "salesOrder",
  Invoice: "invoice",
  "Customer Payment": "customerPayment",
  "Credit Memo": "creditMemo",
  "Customer Refund": "customerRefund",
  "Item Fulfillment": "itemFulfillment",
};

async function checkRole(netSuite: NetSuiteGateway, settings: Settings): Promise<Outcome> {
  const savedTypes = Object.entries(recordTypes).filter(
    ([, type]) => settings["NETSUITE_PAYMENT_ACCOUNT"] !== "none" || !/customer(Payment|Refund)/.test(type),
  );
  const refusedTables = await listRefused(Object.entries(queryByTable), (q) =>
    netSuite.query(z.object({}), q, { limit: 1 }),
  );
  const refusedRecords = await listRefused(savedTypes, (type) => netSuite.getRecord(z.object({}), type, "0"));
  const permissions = [
    ...(refusedTables.length > 0 ? [`view ${refusedTables.join(", ")}`] : []),
    ...(refusedRecords.length > 0 ? [`edit ${refusedRecords.join(", ")}`] : []),
  ];
  return permissions.length === 0 ? ok() : todo(`Let the role ${permissions.join(" and ")}. See docs/netsuite.md.`);
}

/** Names of the requests that NetSuite refuses for good. @throws GatewayError that is retryable */
async function listRefused(wanted: [string, string][], ask: (each: string) => Promise<unknown>): Promise<string[]> {
  const refusedNames = [];
  for (const [name, each] of wanted) {
    try {
      await ask(each);
    } catch (error) {
      if (!(error instanceof GatewayError) || error.retryable) throw error;
      refusedNames.push(name);
    }
  }
  return refusedNames;
}

const itemRow = z.object({ id: netSuiteId(), itemtype: netSuiteValue(), isinactive: netSuiteValue() });
const accountRow = z.object({ id: netSuiteId(), accttype: netSuiteValue(), isinactive: netSuiteValue() });

async function checkItems(netSuite: NetSuiteGateway, settings: Settings): Promise<Outcome> {
  for (const name of ["NETSUITE_TAX_ITEM", "NETSUITE_SHIPPING_ITEM"] as const) {
    const id = settings[name] ?? "";
    if (!/^\d{1,18}$/.test(id)) return todo(`Set ${name} to the internal id of an item of type Other Charge for Sale.`);
    const q = `SELECT item.id, item.itemtype, item.isinactive FROM item WHERE item.id = ${id}`;
    const [item] = (await netSuite.query(itemRow, q, { limit: 1 })).rows;
    if (!item || item.isinactive === "T") return todo(`NetSuite has no active item ${id}: change ${name}.`);
    if (item.itemtype !== "OthCharge")
      return todo(`Item ${id} is ${item.itemtype}, not an Other Charge: change ${name}.`);
  }
  const id = settings["NETSUITE_PAYMENT_ACCOUNT"] ?? "";
  if (id === "none") return ok("finance records payments");
  if (!/^\d{1,18}$/.test(id))
    return todo("Set NETSUITE_PAYMENT_ACCOUNT to the internal id of a bank account, or to none.");
  const q = `SELECT account.id, account.accttype, account.isinactive FROM account WHERE account.id = ${id}`;
  const [account] = (await netSuite.query(accountRow, q, { limit: 1 })).rows;
  return account?.accttype === "Bank" && account.isinactive !== "T"
    ? ok()
    : todo(`NetSuite has no active bank account ${id}: change NETSUITE_PAYMENT_ACCOUNT.`);
}

const termRow = z.object({ id: netSuiteId(), isinactive: netSuiteValue() });

const termsInUse = `
  select distinct days from (
    select payment_terms_days as days from organizations where payment_terms_days is not null
    union all
    select o.payment_terms_days from invoices i join orders o on o.id = i.reference_id
    where i.due_on is not null and i.is_net_suite_sync_needed and o.payment_terms_days is not null
  ) used order by days`;

const checkTerms: Check["run"] = (target) =>
  withGateway(async (netSuite, settings) => {
    const terms = netSuiteTerms(settings["NETSUITE_TERMS"] ?? "");
    for (const [days, id] of terms) {
      const q = `SELECT term.id, term.isinactive FROM term WHERE term.id = ${id}`;
      const [term] = (await netSuite.query(termRow, q, { limit: 1 })).rows;
      if (!term || term.isinactive === "T")
        return todo(`NetSuite has no active terms ${id} for ${days} days: change NETSUITE_TERMS.`);
    }
    return withDatabase(async (client) => {
      const { rows } = await client.query<{ days: number }>(termsInUse);
      const missing = rows.filter(({ days }) => !terms.has(days)).map(({ days }) => `${days}:<internal id>`);
      return missing.length === 0
        ? ok()
        : todo(
            `Add ${missing.join(",")} to NETSUITE_TERMS: organizations buy on account at these days, and their orders are not exported before. See docs/netsuite.md.`,
          );
    })(target);
  })(target);

const draftId = "crunchbox-doctor";
const draftCents = 10_000;

/**
 * Saves a draft order pending approval, reads whether NetSuite adds tax, and deletes the draft. The draft has an
 * external id, which prevents a second draft if the role may not delete.
 */
async function checkTax(netSuite: NetSuiteGateway, settings: Settings): Promise<Outcome> {
  const customers = await netSuite.listCustomers({ after: "0", to: await netSuite.lastCustomerId(), limit: 1 });
  const items = await netSuite.listItems({ after: "0", to: await netSuite.lastItemId(), limit: 1 });
  const [customer, item] = [customers.rows[0], items.rows[0]];
  if (!customer || !item) return ok("not asked: NetSuite has no customer or no item yet");
  const draft = {
    entity: { id: customer.id },
    orderStatus: { id: "A" },
    memo: "Made and deleted by the doctor of CrunchBox",
    ...(settings["NETSUITE_TAX_DETAILS_OVERRIDE"] === "true" ? { taxDetailsOverride: true } : {}),
    item: { items: [{ item: { id: item.id }, quantity: 1, rate: draftCents / 100 }] },
  };
  const id = await netSuite.upsert("salesOrder", draftId, draft, ["item"]);
  let addedCents = 0;
  let manualStep = "";
  try {
    const record = await netSuite.getRecord(z.object({ total: z.number() }), "salesOrder", id);
    addedCents = Math.round((record?.total ?? 0) * 100) - draftCents;
  } finally {
    manualStep = await deleteDraft(netSuite, id);
  }
  const tax =
    addedCents === 0
      ? ""
      : `NetSuite adds $${(addedCents / 100).toFixed(2)} to an order of $${draftCents / 100}: with SuiteTax set NETSUITE_TAX_DETAILS_OVERRIDE to true, with legacy tax make the customers not taxable.`;
  return tax || manualStep ? todo([tax, manualStep].filter(Boolean).join(" ")) : ok();
}

/** Returns the remaining manual steps; empty if the draft was deleted. */
async function deleteDraft(netSuite: NetSuiteGateway, id: string): Promise<string> {
  try {
    await netSuite.remove("salesOrder", id);
    return "";
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return `The role may not delete sales orders: give it the level Full, and delete sales order ${id}.`;
  }
}

const warnDays = 30;

export const netSuiteChecks: Check[] = [
  {
    name: "accounting: NetSuite",
    run: async (target) => {
      const missing = names.filter((name) => !target.settings[name]);
      if (missing.length === names.length) return ok("off: nothing is synchronized");
      if (missing.length > 0) return todo(`Set ${missing.join(" and ")}, or none of the four.`);
      return withGateway(async (netSuite, { NETSUITE_API_URL }) => {
        await netSuite.check();
        return ok(NETSUITE_API_URL);
      })(target);
    },
  },
  { name: "accounting: role", run: withGateway(checkRole) },
  { name: "accounting: items", run: withGateway(checkItems) },
  { name: "accounting: terms", run: checkTerms },
  { name: "accounting: tax", run: withGateway(checkTax) },
  {
    name: "accounting: certificate",
    run: async ({ settings: { NETSUITE_API_URL, NETSUITE_CERTIFICATE_ENDS: day = "" } }) => {
      if (!NETSUITE_API_URL) return ok("off");
      const endsAt = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : NaN;
      if (Number.isNaN(endsAt))
        return todo("Set NETSUITE_CERTIFICATE_ENDS to the day on which the certificate ends, such as 2028-11-30.");
      const dayMs = 86_400_000;
      const days = endsAt / dayMs - Math.floor(Date.now() / dayMs);
      if (days > warnDays) return ok(`ends in ${days} days`);
      const when = days < 0 ? `ended on ${day}` : `ends on ${day}, in ${days} days`;
      return todo(`The certificate of NetSuite ${when}: make the next one, see docs/netsuite.md.`);
    },
  },
  {
    name: "accounting: callback",
    run: async ({ settings: { NETSUITE_API_URL, NETSUITE_CALLBACK_TOKEN, PUBLIC_URL = "" } }) =>
      !NETSUITE_API_URL || NETSUITE_CALLBACK_TOKEN
        ? ok()
        : todo(
            `Set NETSUITE_CALLBACK_TOKEN and have a user event script of customers post to ${PUBLIC_URL}/v1/callbacks/net-suite/customers/{id} with it: changed customers arrive once a day before.`,
          ),
  },
];
