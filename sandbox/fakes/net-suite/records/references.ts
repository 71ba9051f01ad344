import { z } from "zod";
import type { Kind } from "../store/kinds.ts";
import type { Store } from "../store/store.ts";
import { Problem } from "./problem.ts";

const referenceSchema = z.object({ id: z.coerce.string() });
const sourceKinds: Partial<Record<Kind, Kind>> = {
  invoice: "sales_order",
  credit_memo: "invoice",
  fulfillment: "sales_order",
};

/** Throws a Problem for a reference to a missing or inactive record. */
export async function checkReferences(store: Store, kind: Kind, fields: Record<string, unknown>): Promise<void> {
  const entity = referenceSchema.safeParse(fields["entity"]);
  if (entity.success) await requireActive(store, "customer", entity.data.id, "entity");
  await requireTerms(store, fields);
  const sourceReference = referenceSchema.safeParse(fields["createdFrom"]);
  const fromKind = sourceKinds[kind];
  if (sourceReference.success && fromKind && !(await store.find(fromKind, { id: sourceReference.data.id })))
    throw invalid(sourceReference.data.id, "createdFrom", "createdFrom");
  const lines = z.object({ items: z.array(z.looseObject({ item: referenceSchema })) }).safeParse(fields["item"]);
  for (const [index, { item }] of (lines.data?.items ?? []).entries())
    await requireActive(store, "item", item.id, "item", `item.items[${index}].item`);
}

export async function requireTerms(store: Store, fields: Record<string, unknown>): Promise<void> {
  const terms = referenceSchema.safeParse(fields["terms"]);
  if (terms.success) await requireActive(store, "term", terms.data.id, "terms");
}

async function requireActive(store: Store, kind: Kind, id: string, field: string, path = field): Promise<void> {
  const record = await store.find(kind, { id });
  if (!record || record.fields["isInactive"] === true) throw invalid(id, field, path);
}

function invalid(id: string, field: string, path: string): Problem {
  const message = `Error while accessing resource: You have entered an Invalid Field Value ${id} for the following field: ${field}`;
  return new Problem(400, "INVALID_CONTENT", message, path);
}
