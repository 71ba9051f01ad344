import { z } from "zod";
import type { AccountData } from "../state.ts";
import { toAddress } from "../store/address.ts";
import { isSale, type Kind } from "../store/kinds.ts";
import type { StoredRecord } from "../store/store.ts";
import { Problem } from "./problem.ts";
import { checkReferences } from "./references.ts";
import { numberLines, sumLines, addTax } from "./totals.ts";
import { bodySchemas } from "./wire.ts";

type Fields = Record<string, unknown>;
const sublistSchema = z.object({ items: z.array(z.unknown()) });

/** Throws a Problem for a missing, unknown or invalid field or a duplicate external id. */
export async function create(
  accountData: AccountData,
  kind: Kind,
  body: unknown,
  externalId?: string,
): Promise<StoredRecord> {
  const { externalId: given, ...fields } = parseBody(accountData, kind, body);
  // The field of a sale is read-only: only a transformation links a sale with its source.
  if (isSale(kind)) delete fields["createdFrom"];
  requireOpenPeriod(accountData, kind, fields);
  const record = await completeRecord(accountData, kind, fields);
  const external_id = externalId ?? (typeof given === "string" ? given : null);
  const createdRecord = await accountData.store.insert({ kind, external_id, ...record });
  if (!createdRecord) throw new Problem(400, "USER_ERROR", "This entity already exists.", "externalId");
  return createdRecord;
}

const dateSchema = z.object({ tranDate: z.string() });

/**
 * Throws a Problem for a posting transaction with a date in a closed period
 * (https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/bridgehead_4337970750.html).
 */
export function requireOpenPeriod({ preferences }: AccountData, kind: Kind, fields: Fields): void {
  const dated = dateSchema.safeParse(fields);
  if (kind === "sales_order" || !dated.success || preferences.closed_until === null) return;
  if (dated.data.tranDate > preferences.closed_until) return;
  throw new Problem(400, "USER_ERROR", "The transaction date is in a closed accounting period.", "tranDate");
}

/**
 * Appends the lines of the body unless `?replace=item` is set, as NetSuite does, so a repeated PUT duplicates them. A
 * line with the number of an existing line updates that line, because the number is the sublist's key
 * (https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/chapter_1545142407.html).
 */
export async function change(
  accountData: AccountData,
  record: StoredRecord,
  body: unknown,
  replacedSublists: string[],
): Promise<void> {
  const given = z.looseObject({}).parse(body);
  for (const name of ["item", "package"]) {
    const [before, added] = [sublistSchema.safeParse(record.fields[name]), sublistSchema.safeParse(given[name])];
    if (before.success && added.success && !replacedSublists.includes(name))
      given[name] = { items: mergeLines(before.data.items, added.data.items) };
  }
  const fields = withoutNulls({ ...removeComputed(record.fields), ...given });
  const { externalId, ...merged } = parseBody(accountData, record.kind, fields);
  const completed = await completeRecord(accountData, record.kind, merged);
  const external_id = typeof externalId === "string" ? externalId : record.external_id;
  await accountData.store.update({ ...record, external_id, ...completed });
}

const keySchema = z.looseObject({ line: z.int() });

function mergeLines(existingLines: unknown[], givenLines: unknown[]): unknown[] {
  const merged = [...existingLines];
  for (const given of givenLines) {
    const key = keySchema.safeParse(given).data;
    const index = key ? merged.findIndex((each) => keySchema.safeParse(each).data?.line === key.line) : -1;
    if (index < 0) merged.push(given);
    else merged[index] = { ...keySchema.parse(merged[index]), ...key };
  }
  return merged;
}

async function completeRecord(accountData: AccountData, kind: Kind, fields: Fields) {
  const { store } = accountData;
  await checkReferences(store, kind, fields);
  const text = fields["defaultAddress"];
  if (typeof text === "string") return { fields: { ...fields, address: toAddress(text) }, total: null };
  if (!isSale(kind)) return { fields, total: null };
  const { item, total } = sumLines(fields["item"]);
  return {
    fields: { ...fields, item: await numberLines(store, item) },
    total: await addTax(accountData, fields, item, total),
  };
}

/** Null deletes a field (https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_1545142173.html). */
const withoutNulls = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

const removeComputed = ({ prices: _, priceRows: ___, address: __, ...fields }: Fields): Fields => fields;

const parseBody = (accountData: AccountData, kind: Kind, body: unknown): Fields =>
  parseWith<Fields>(accountData, bodySchemas[kind], body);

export function parseWith<T>({ preferences }: AccountData, schema: Pick<z.ZodType<T>, "safeParse">, body: unknown): T {
  if (preferences.tax !== "suite_tax" && z.looseObject({ taxDetailsOverride: z.unknown() }).safeParse(body).success)
    throw new Problem(400, "INVALID_CONTENT", "Unknown reference or property name: taxDetailsOverride.");
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = (issue?.path ?? [])
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .slice(1);
  if (issue?.code === "unrecognized_keys")
    throw new Problem(400, "INVALID_CONTENT", `Unknown reference or property name: ${issue.keys.join(", ")}.`, path);
  const message = `Error while accessing resource: Please enter value(s) for: ${path || "the record"}.`;
  throw new Problem(400, "USER_ERROR", message, path);
}
