import { unprocessable } from "../../../contract/errors.ts";
import type { Tax, TaxInput } from "../../../gateways/tax/tax.ts";
import type { ReadCtx } from "../../context.ts";

/** Missing setup of the provider's account is logged (M9). @throws TAX_LOCATION_INVALID, TAX_CALCULATION_FAILED */
export async function calculateTax(ctx: ReadCtx, input: TaxInput): Promise<Tax> {
  const answer = await ctx.gateways.payments.calculateTax(input);
  if (answer.outcome === "done") return answer.value;
  if (answer.outcome === "location-invalid") throw unprocessable("TAX_LOCATION_INVALID");
  if (answer.todo) ctx.log({ level: "error", event: "tax", todo: answer.todo });
  throw unprocessable("TAX_CALCULATION_FAILED");
}
