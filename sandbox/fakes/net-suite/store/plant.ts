import { z } from "zod";
import { numberLines, sumLines } from "../records/totals.ts";
import { toAddress, toText } from "./address.ts";
import { isSale, kinds } from "./kinds.ts";
import type { Store, StoredRecord } from "./store.ts";

/** References may be bare ids. */
const bare = z.union([z.string(), z.number()]);
const decimal = z.coerce.string().regex(/^-?\d+(\.\d+)?$/);
const referenceShape = z.object({ id: z.coerce.string().optional(), refName: z.string().optional() });

/** `POST /net-suite/records`: `fields` have NetSuite's names, and `total` overrides the sum of the lines. */
export const plantSchema = z.strictObject({
  type: z.enum(kinds),
  id: z.coerce.string().regex(/^\d+$/).optional(),
  /** Notifies the store, as a script in the account does. */
  callback: z.boolean().default(false),
  fields: z.looseObject({
    externalId: z.string().nullish(),
    total: decimal.optional(),
    prices: z.record(z.string(), decimal).optional(),
    priceRows: z
      .array(
        z.strictObject({
          level: z.string(),
          currency: z.enum(["USD", "EUR"]),
          quantity: z.int().min(0),
          price: decimal,
        }),
      )
      .optional(),
    stage: z.enum(["LEAD", "PROSPECT", "CUSTOMER"]).optional(),
    isPerson: z.boolean().optional(),
    priceLevel: z.union([z.string(), referenceShape]).nullish(),
    defaultAddress: z.union([z.string(), z.record(z.string(), z.string())]).nullish(),
  }),
});
export type Plant = z.output<typeof plantSchema>;

/** Creates or updates without validation. */
export async function plant(store: Store, { type, id, fields: given }: Plant): Promise<StoredRecord> {
  const { externalId, total: plantedTotal, ...rest } = given;
  const existing = await knownRecord(store, type, id, externalId);
  const fields: Record<string, unknown> = { ...existing?.fields, ...rest };
  for (const name of ["entity", "createdFrom"]) {
    const alone = bare.safeParse(fields[name]);
    if (alone.success) fields[name] = { id: String(alone.data) };
  }
  if ("priceLevel" in rest) fields["priceLevel"] = await findOrCreateLevel(store, rest.priceLevel);
  if ("defaultAddress" in rest) Object.assign(fields, addressOf(rest.defaultAddress));
  for (const name of Object.keys(rest.prices ?? {})) await store.priceLevel(name);
  for (const { level } of rest.priceRows ?? []) await store.priceLevel(level);
  const hasLines = isSale(type) && (rest["item"] !== undefined || !existing);
  const computed = hasLines ? sumLines(fields["item"] ?? { items: [] }) : undefined;
  if (computed) fields["item"] = await numberLines(store, computed.item);
  const record = {
    kind: type,
    id: existing?.id ?? id,
    external_id: externalId === undefined ? (existing?.external_id ?? null) : externalId,
    fields,
    total: plantedTotal ?? computed?.total ?? existing?.total ?? null,
  };
  if (!existing) return requireRecord(await store.insert(record));
  await store.update({ ...record, id: existing.id });
  return requireRecord(await store.find(type, { id: existing.id }));
}

async function knownRecord(store: Store, type: Plant["type"], id: string | undefined, externalId?: string | null) {
  if (id !== undefined) return store.find(type, { id });
  return externalId ? store.find(type, { external_id: externalId }) : undefined;
}

async function findOrCreateLevel(store: Store, level: Plant["fields"]["priceLevel"]) {
  const refName = typeof level === "string" ? level : level?.refName;
  if (refName !== undefined) return { id: await store.priceLevel(refName), refName };
  return level ?? null;
}

function addressOf(given: Plant["fields"]["defaultAddress"]) {
  if (given === null || given === undefined) return { defaultAddress: null, address: null };
  if (typeof given === "string") return { defaultAddress: given, address: toAddress(given) };
  return { defaultAddress: toText(given), address: given };
}

function requireRecord(record: StoredRecord | undefined): StoredRecord {
  if (!record) throw new Error("A record with this id or external id is there already.");
  return record;
}

export function toShown({ id, kind, external_id, fields, total, modified_at }: StoredRecord) {
  return { id, type: kind, external_id, fields: { ...fields, ...(total === null ? {} : { total }) }, modified_at };
}
