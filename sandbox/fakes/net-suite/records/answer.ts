import { isSale, type Kind } from "../store/kinds.ts";
import type { StoredRecord } from "../store/store.ts";
import { answered } from "./wire.ts";

/** GET response of a record; lists are links unless `expandSubResources` is set. */
export function toAnswer(record: StoredRecord, self: string, isExpanded: boolean, isNumeric: boolean) {
  const { prices: _, priceRows: ___, address: __, ...fields } = record.fields;
  const links = (href: string) => [{ rel: "self", href }];
  const shown = Object.entries(fields).map(([name, value]) =>
    isExpanded || (name !== "item" && name !== "package") ? [name, value] : [name, { links: links(`${self}/${name}`) }],
  );
  return answered.parse({
    links: links(self),
    id: isNumeric ? Number(record.id) : record.id,
    ...(record.external_id === null ? {} : { externalId: record.external_id }),
    ...Object.fromEntries(shown.filter(([, value]) => value !== null)),
    ...(record.total === null ? {} : moneyOf(record.kind, record.total)),
    lastModifiedDate: record.modified_at,
  });
}

const moneyOf = (kind: Kind, total: string) => (isSale(kind) ? { subtotal: Number(total), total: Number(total) } : {});
