import * as z from "zod/mini";
import { netSuiteId } from "../../../gateways/net-suite/values.ts";
import { callNetSuite } from "../call-net-suite.ts";
import type { Ctx } from "../../context.ts";
import type { AccountingLine } from "./accounting-lines.ts";
import { CannotExportError } from "./cannot-export.ts";
import type { PlannedRecord } from "./plan-records.ts";

/** Amounts in dollars. */
const sourceRecord = z.object({
  total: z.optional(z.number()),
  orderStatus: z.optional(z.nullable(z.object({ id: z.string() }))),
  amountRemaining: z.optional(z.nullable(z.number())),
  unapplied: z.optional(z.nullable(z.number())),
  item: z.optional(
    z.object({
      items: z.array(
        z.object({ line: z.int(), item: z.object({ id: netSuiteId() }), isClosed: z.optional(z.boolean()) }),
      ),
    }),
  ),
});
export type SourceRecord = z.output<typeof sourceRecord>;

/** @throws CannotExportError if NetSuite no longer has the record */
export async function fetchSource(
  ctx: Ctx,
  { type, id }: { type: string; id: string },
  until: number,
): Promise<SourceRecord> {
  const record = await callNetSuite(ctx, (netSuite) => netSuite.getWholeRecord(sourceRecord, type, id), until);
  if (record) return record;
  throw new CannotExportError(`NetSuite no longer has ${type} ${id}.`);
}

/**
 * Lines of a record transformed from `source`, each linked by `orderLine`, the number of the source's line. The number
 * is not the index in the list, because members of a kit are numbered too. Quantity 0 leaves out the other lines of the
 * source. @throws CannotExportError
 */
export function linkLines({ external_id, lines }: PlannedRecord, source: SourceRecord) {
  const remainingLines = [...(source.item?.items ?? [])];
  const linked = lines.map(({ item, quantity, rate }: AccountingLine) => {
    const index = remainingLines.findIndex((each) => each.item.id === item.id);
    const [line] = index < 0 ? [] : remainingLines.splice(index, 1);
    if (!line)
      throw new CannotExportError(`NetSuite's record that ${external_id} is made from has no line of item ${item.id}.`);
    return { orderLine: line.line, quantity, rate };
  });
  return [...linked, ...remainingLines.map(({ line }) => ({ orderLine: line, quantity: 0 }))];
}
