import type { AccountData } from "../state.ts";
import type { Kind } from "../store/kinds.ts";
import type { StoredRecord } from "../store/store.ts";
import {
  isPendingApproval,
  type Line,
  readLines,
  readProgress,
  readRemaining,
  toCents,
  toDecimal,
  readUnapplied,
} from "./balances.ts";
import { Problem } from "./problem.ts";
import { requireTerms } from "./references.ts";
import { sumLines, addTax } from "./totals.ts";
import { transformSchemas } from "./wire.ts";
import { parseWith, requireOpenPeriod } from "./write.ts";

type RequestedLines = { orderLine: number; quantity?: number | undefined; rate?: number | undefined }[];

const createRefusal = (why: string): Problem => new Problem(400, "INVALID_INITIALIZE_REF", why);

/**
 * `POST {type}/{id}/!transform/{target}` creates a record from another one, linked line by line
 * (docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_159795520083.html). The new record has the lines that
 * the body's `item` names, or all lines without an `item`.
 */
export async function transform(
  accountData: AccountData,
  source: StoredRecord,
  target: Kind,
  body: unknown,
): Promise<StoredRecord> {
  if (source.kind === "sales_order" && target === "invoice") {
    const parsedBody = parseWith(accountData, transformSchemas["sales_order invoice"], body);
    await requireTerms(accountData.store, parsedBody);
    return createInvoice(accountData, source, parsedBody.item?.items, parsedBody);
  }
  if (source.kind === "invoice" && target === "credit_memo") {
    const { item, ...given } = parseWith(accountData, transformSchemas["invoice credit_memo"], body);
    const lines = chooseLines(readLines(source), item?.items);
    const memo = sumLines({ items: lines });
    const total = await addTax(accountData, { ...given, entity: source.fields["entity"] }, memo.item, memo.total);
    const applied = Math.min(toCents(total), await readRemaining(accountData.store, source));
    return insertLinked(accountData, target, source, { ...given, item: memo.item, applied: toDecimal(applied) }, total);
  }
  if (source.kind === "invoice" && target === "customer_payment") {
    const {
      undepFunds = false,
      apply,
      ...given
    } = parseWith(accountData, transformSchemas["invoice customer_payment"], body);
    if (!undepFunds) await requireAccount(accountData, given.account);
    requireApplied(source, apply?.items, given.payment);
    return createPayment(accountData, target, source, await readRemaining(accountData.store, source), {
      ...given,
      undepFunds,
    });
  }
  if (source.kind === "credit_memo" && target === "customer_refund") {
    const parsedBody = parseWith(accountData, transformSchemas["credit_memo customer_refund"], body);
    await requireAccount(accountData, parsedBody.account);
    return createPayment(accountData, target, source, await readUnapplied(accountData.store, source), parsedBody);
  }
  throw new Problem(404, "NOT_FOUND", "This transformation is not supported.");
}

/**
 * Invoices the fulfilled quantities and the lines that need no fulfillment, or all lines with "Invoice in Advance of
 * Fulfillment" (section_157901123882).
 */
export async function createInvoice(
  accountData: AccountData,
  order: StoredRecord,
  wantedLines: RequestedLines | undefined,
  given: Record<string, unknown>,
): Promise<StoredRecord> {
  if (isPendingApproval(order)) throw createRefusal("The sales order is pending approval.");
  const lines = await readProgress(accountData.store, order);
  const goods = lines.filter(({ isFulfillable }) => isFulfillable);
  const isReady = accountData.preferences.can_invoice_in_advance || goods.some(({ fulfilled }) => fulfilled > 0);
  const billable = lines.map((line) => {
    const isFree = accountData.preferences.can_invoice_in_advance || !line.isFulfillable;
    const billableQuantity = isFree ? line.quantity : line.fulfilled;
    return { ...line, quantity: isReady || goods.length === 0 ? billableQuantity - line.billed : 0 };
  });
  if (billable.every(({ quantity }) => quantity <= 0)) throw createRefusal("The sales order has nothing to bill.");
  const items = chooseLines(billable, wantedLines).map(
    ({ fulfilled: _, billed: __, isFulfillable: ___, isClosed: _____, ...line }) => line,
  );
  const { item, total } = sumLines({ items });
  const { item: ____, ...fields } = given;
  const { otherRefNum, memo, entity, taxDetailsOverride, terms } = order.fields;
  const invoiceFields = { otherRefNum, memo, taxDetailsOverride, terms, ...fields };
  return insertLinked(
    accountData,
    "invoice",
    order,
    { ...invoiceFields, item },
    await addTax(accountData, { ...invoiceFields, entity }, item, total),
  );
}

/** Takes the requested lines, numbers them again and links them with their source. */
function chooseLines<L extends Line>(lines: L[], wantedLines: RequestedLines | undefined): L[] {
  const requestedLines: RequestedLines = wantedLines ?? lines.map(({ line = 0 }) => ({ orderLine: line }));
  const items = requestedLines.map(({ orderLine, quantity, rate }): L => {
    const source = lines.find(({ line }) => line === orderLine);
    if (!source) throw new Problem(400, "INVALID_CONTENT", `There is no line ${orderLine}.`, "item.items");
    if ((quantity ?? 0) > source.quantity)
      throw new Problem(
        400,
        "USER_ERROR",
        `The quantity of line ${orderLine} exceeds what can be billed.`,
        "item.items",
      );
    const { amount: _, ...rest } = { amount: 0, ...source };
    return {
      ...source,
      ...rest,
      amount: undefined,
      orderLine,
      quantity: quantity ?? source.quantity,
      rate: rate ?? source.rate,
    };
  });
  const chosenLines = items.filter(({ quantity }) => quantity > 0).map((line, index) => ({ ...line, line: index + 1 }));
  if (chosenLines.length === 0) throw new Problem(400, "USER_ERROR", "You must enter at least one line item.", "item");
  return chosenLines;
}

async function createPayment(
  accountData: AccountData,
  target: Kind,
  source: StoredRecord,
  openCents: number,
  given: Record<string, unknown> & { payment?: number | undefined },
): Promise<StoredRecord> {
  const cents = given.payment === undefined ? openCents : toCents(given.payment);
  if (openCents <= 0 || cents > openCents || cents <= 0) throw createRefusal("There is nothing left to apply it to.");
  const applied = toDecimal(cents);
  return insertLinked(
    accountData,
    target,
    source,
    target === "customer_payment" ? { ...given, applied } : given,
    applied,
  );
}

type AppliedLines = { doc: { id: string }; apply: boolean; amount: number }[];

/** Requires that the lines of `apply` settle only the source invoice, by exactly the amount of the payment. */
function requireApplied({ id }: StoredRecord, items: AppliedLines | undefined, payment: number | undefined): void {
  if (!items) return;
  if (items.some(({ doc }) => doc.id !== id))
    throw new Problem(400, "INVALID_CONTENT", "The document is not open for this customer.", "apply.items");
  const sum = items.reduce((cents, { apply, amount }) => cents + (apply ? toCents(amount) : 0), 0);
  if (sum !== toCents(payment))
    throw new Problem(400, "USER_ERROR", "The amount applied differs from the payment.", "apply.items");
}

async function requireAccount({ store }: AccountData, account: { id: string } | undefined): Promise<void> {
  if (account && (await store.find("account", account))) return;
  throw new Problem(400, "USER_ERROR", "Please enter value(s) for: Account", "account");
}

async function insertLinked(
  accountData: AccountData,
  kind: Kind,
  source: StoredRecord,
  { externalId, ...fields }: Record<string, unknown>,
  total: string,
): Promise<StoredRecord> {
  requireOpenPeriod(accountData, kind, fields);
  const { entity } = source.fields;
  const external_id = typeof externalId === "string" ? externalId : null;
  const linkedFields = { ...fields, entity, createdFrom: { id: source.id } };
  const record = await accountData.store.insert({ kind, external_id, fields: linkedFields, total });
  if (!record) throw new Problem(400, "USER_ERROR", "This entity already exists.", "externalId");
  return record;
}
