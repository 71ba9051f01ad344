import * as z from "zod/mini";
import { GatewayError } from "../../../gateways/gateway-error.ts";
import type { NetSuiteGateway } from "../../../gateways/net-suite/index.ts";
import { netSuiteId } from "../../../gateways/net-suite/values.ts";
import { callNetSuite } from "../call-net-suite.ts";
import type { Ctx } from "../../context.ts";
import type { PlannedRecord } from "./plan-records.ts";
import { linkLines, type SourceRecord } from "./source-records.ts";

const idOnly = z.object({ id: netSuiteId() });

export type Source = { type: string; id: string; record: SourceRecord };

/**
 * Returns the record's NetSuite id. After a lost answer, and after a refusal that may mean a duplicate, the record is
 * looked up by our external id, so that it is not created twice. The upsert replaces the lines, because a PUT without
 * `replace` would add them again
 * (https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_156335203191.html).
 */
export function createRecord(
  ctx: Ctx,
  plannedRecord: PlannedRecord,
  source: Source | undefined,
  until: number,
): Promise<string> {
  const { type, external_id } = plannedRecord;
  let tries = 0;
  return callNetSuite(
    ctx,
    async (netSuite) => {
      tries += 1;
      const find = () => netSuite.findByExternalId(idOnly, type, external_id);
      const existing = tries > 1 ? await find() : undefined;
      if (existing) return existing.id;
      try {
        return await saveRecord(netSuite, plannedRecord, source);
      } catch (error) {
        if (!(error instanceof GatewayError) || error.status !== 400 || error.retryable) throw error;
        const made = await find();
        if (made) return made.id;
        throw error;
      }
    },
    until,
    "save",
  );
}

function saveRecord(
  netSuite: NetSuiteGateway,
  plannedRecord: PlannedRecord,
  source: Source | undefined,
): Promise<string> {
  const { type, external_id, fields, lines, applied } = plannedRecord;
  if (!source) return netSuite.upsert(type, external_id, { ...fields, item: { items: lines } }, ["item"]);
  const item = lines.length > 0 ? { item: { items: linkLines(plannedRecord, source.record) } } : {};
  const payment = applied === undefined ? {} : paymentFields(applied, source.id);
  return netSuite.transform(source, type, { externalId: external_id, ...fields, ...item, ...payment });
}

/** https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/article_0224093711.html */
const paymentFields = (cents: number, invoiceId: string) => ({
  payment: cents / 100,
  apply: { items: [{ doc: { id: invoiceId }, apply: true, amount: cents / 100 }] },
});
