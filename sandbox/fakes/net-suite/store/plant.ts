import { z } from "zod";
import { numberLines, sumLines } from "../records/totals.ts";
import { toAddress, toText } from "./address.ts";
import { isSale, kinds } from "./kinds.ts";
import type { Store, StoredRecord } from "./store.ts";

/** An id, which `entity` and `createdFrom` may be instead of an object with the id. */
const idSchema = z.union([z.string(), z.number()]);
const decimalSchema = z.coerce.string().regex(/^-?\d+(\.\d+)?$/);
const referenceSchema = z.object({ id: z.coerce.string().optional(), refName: z.string().optional() });

/** Body of `POST /net-suite/records`: `fields` have NetSuite's names, and `total` overrides the sum of the lines. */
export const recordInputSchema = z.strictObject({
  type: z.enum(kinds),
  id: z.coerce.string().regex(/^\d+$/).optional(),
  /** Notifies the store of a customer, as a script in the account does; ignored for other types. */
  callback: z.boolean().default(false),
  fields: z.looseObject({
    externalId: z.string().nullish(),
    total: decimalSchema.optional(),
    prices: z.record(z.string(), decimalSchema).optional(),
    priceRows: z
      .array(
        z.strictObject({
          level: z.string(),
          currency: z.enum(["USD", "EUR"]),
          quantity: z.int().min(0),
          price: decimalSchema,
        }),
      )
      .optional(),
    stage: z.enum(["LEAD", "PROSPECT", "CUSTOMER"]).optional(),
    isPerson: z.boolean().optional(),
    shipStatus: z.strictObject({ id: z.enum(["A", "B", "C"]) }).optional(),
    priceLevel: z.union([z.string(), referenceSchema]).nullish(),
    defaultAddress: z.union([z.string(), z.record(z.string(), z.string())]).nullish(),
  }),
});
export type RecordInput = z.output<typeof recordInputSchema>;

/** Creates or updates a record without NetSuite's checks. */
export async function saveRecord(store: Store, { type, id, fields: given }: RecordInput): Promise<StoredRecord> {
  const { externalId, total: plantedTotal, ...rest } = given;
  const existing = await findRecord(store, type, id, externalId);
  const fields: Record<string, unknown> = { ...existing?.fields, ...rest };
  for (const name of ["entity", "createdFrom"]) {
    const bareId = idSchema.safeParse(fields[name]);
    if (bareId.success) fields[name] = { id: String(bareId.data) };
  }
  if ("priceLevel" in rest) fields["priceLevel"] = await findOrCreateLevel(store, rest.priceLevel);
  if ("defaultAddress" in rest) Object.assign(fields, toAddressFields(rest.defaultAddress));
  for (const name of Object.keys(rest.prices ?? {})) await store.priceLevel(name);
  for (const { level } of rest.priceRows ?? []) await store.priceLevel(level);
  const hasLines = isSale(type) && (rest["item"] !== undefined || !existing);
  const summedLines = hasLines ? sumLines(fields["item"] ?? { items: [] }) : undefined;
  if (summedLines) fields["item"] = await numberLines(store, summedLines.item);
  const record = {
    kind: type,
    id: existing?.id ?? id,
    external_id: externalId === undefined ? (existing?.external_id ?? null) : externalId,
    fields,
    total: plantedTotal ?? summedLines?.total ?? existing?.total ?? null,
  };
  if (!existing) return requireRecord(await store.insert(record));
  await store.update({ ...record, id: existing.id });
  return requireRecord(await store.find(type, { id: existing.id }));
}

async function findRecord(store: Store, type: RecordInput["type"], id: string | undefined, externalId?: string | null) {
  if (id !== undefined) return store.find(type, { id });
  return externalId ? store.find(type, { external_id: externalId }) : undefined;
}

async function findOrCreateLevel(store: Store, level: RecordInput["fields"]["priceLevel"]) {
  const refName = typeof level === "string" ? level : level?.refName;
  if (refName !== undefined) return { id: await store.priceLevel(refName), refName };
  return level ?? null;
}

function toAddressFields(given: RecordInput["fields"]["defaultAddress"]) {
  if (given === null || given === undefined) return { defaultAddress: null, address: null };
  if (typeof given === "string") return { defaultAddress: given, address: toAddress(given) };
  return { defaultAddress: toText(given), address: given };
}

function requireRecord(record: StoredRecord | undefined): StoredRecord {
  if (!record) throw new Error("A record with this id or external id is there already.");
  return record;
}

export function toListedRecord({ id, kind, external_id, fields, total, modified_at }: StoredRecord) {
  return { id, type: kind, external_id, fields: { ...fields, ...(total === null ? {} : { total }) }, modified_at };
}
