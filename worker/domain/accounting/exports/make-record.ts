import * as z from "zod/mini";
import { netSuiteId } from "../../../gateways/net-suite/values.ts";
import { callNetSuite } from "../call-net-suite.ts";
import type { Ctx } from "../../context.ts";
import type { PlannedRecord } from "./plan-records.ts";

const idOnly = z.object({ id: netSuiteId() });

/**
 * Creates a record that was missing when searched, and returns its NetSuite id. After a lost answer the record is
 * searched by our external id first; the upsert then replaces the lines, because a PUT without `replace` would add them
 * again (https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_156335203191.html).
 */
export function createRecord(
  ctx: Ctx,
  { type, external_id, fields }: PlannedRecord,
  createdFrom: string | undefined,
  until: number,
): Promise<string> {
  let tries = 0;
  const body = createdFrom === undefined ? fields : { ...fields, createdFrom: { id: createdFrom } };
  return callNetSuite(
    ctx,
    async (netSuite) => {
      tries += 1;
      const existing = tries > 1 ? await netSuite.findByExternalId(idOnly, type, external_id) : undefined;
      return existing ? existing.id : netSuite.upsert(type, external_id, body, ["item"]);
    },
    until,
  );
}
