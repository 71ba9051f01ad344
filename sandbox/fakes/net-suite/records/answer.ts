import { z } from "zod";
import type { Preferences } from "../store/preferences.ts";
import { isSale, type Kind } from "../store/kinds.ts";
import type { Store, StoredRecord } from "../store/store.ts";
import { readProgress, readRemaining, determineStatus, readUnapplied } from "./balances.ts";
import { recordAnswerSchema } from "./wire.ts";

/** Sublists are links unless the request sets `expandSubResources`. */
export async function toAnswer(
  store: Store,
  record: StoredRecord,
  self: string,
  isExpanded: boolean,
  preferences: Preferences,
) {
  const { prices: _, priceRows: ___, address: __, applied: ____, ...fields } = record.fields;
  const links = (href: string) => [{ rel: "self", href }];
  if (record.kind === "fulfillment" && preferences.has_inventory_detail)
    fields["item"] = addInventoryDetail(fields["item"]);
  const visibleFields = Object.entries(fields).map(([name, value]) =>
    isExpanded || (name !== "item" && name !== "package") ? [name, value] : [name, { links: links(`${self}/${name}`) }],
  );
  return recordAnswerSchema.parse({
    links: links(self),
    id: preferences.has_numeric_values ? Number(record.id) : record.id,
    ...(record.external_id === null ? {} : { externalId: record.external_id }),
    ...Object.fromEntries(visibleFields.filter(([, value]) => value !== null)),
    ...(record.total === null ? {} : toMoneyFields(record.kind, record.total)),
    ...(await readBalances(store, record)),
    lastModifiedDate: record.modified_at,
  });
}

const fulfilledItemSchema = z.object({ items: z.array(z.looseObject({ serialNumbers: z.string().optional() })) });

/** Moves the serial numbers of a fulfillment's lines to the inventory detail (section_N3744760). */
function addInventoryDetail(item: unknown) {
  const { items } = fulfilledItemSchema.parse(item ?? { items: [] });
  return {
    items: items.map(({ serialNumbers = "", ...line }) => {
      const numbers = serialNumbers.split("\n").filter((number) => number !== "");
      const assignments = numbers.map((refName, index) => ({
        quantity: 1,
        issueInventoryNumber: { id: String(index + 1), refName },
      }));
      return { ...line, inventoryDetail: { inventoryAssignment: { items: assignments } } };
    }),
  };
}

const toMoneyFields = (kind: Kind, total: string) =>
  isSale(kind) ? { subtotal: Number(total), total: Number(total) } : {};

async function readBalances(store: Store, record: StoredRecord) {
  if (record.kind === "sales_order")
    return { orderStatus: { id: determineStatus(record, await readProgress(store, record)) } };
  if (record.kind === "invoice") return { amountRemaining: (await readRemaining(store, record)) / 100 };
  if (record.kind === "credit_memo") return { unapplied: (await readUnapplied(store, record)) / 100 };
  return {};
}
