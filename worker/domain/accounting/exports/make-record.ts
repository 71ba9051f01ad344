import * as z from "zod/mini";
import { callNetSuite } from "../call-net-suite.ts";
import type { Ctx } from "../../context.ts";
import type { PlannedRecord } from "./plan-records.ts";

const idOnly = z.object({ id: z.string() });

/**
 * Makes a record that was not there when it was looked for; answers NetSuite's id. After an answer that was lost it is looked
 * for by our id before anything is sent again, which then replaces the lines instead of adding to them: a PUT whose lines are
 * not replaced adds them once more
 * (https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_156335203191.html). Throws GatewayError.
 */
export function makeRecord(
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
      const known = tries > 1 ? await netSuite.findByExternalId(idOnly, type, external_id) : undefined;
      return known ? known.id : netSuite.upsert(type, external_id, body, ["item"]);
    },
    until,
  );
}
