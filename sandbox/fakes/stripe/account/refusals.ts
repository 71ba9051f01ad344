import { createInvalidRequest } from "../wire/failure.ts";
import type { World } from "../state.ts";

/** Steps at which an amount can be refused: the amount of a line, or the total of a finalized or paid invoice. */
export const refusalSteps = ["lines", "finalize", "pay"] as const;
type RefusalStep = (typeof refusalSteps)[number];

export function refuseAmount(world: World, at: RefusalStep, amount: number): void {
  world.refusals.save({ id: `${at} ${amount}` });
}

/** Throws a 400 if a control refuses this amount at this step. */
export function requireAccepted(world: World, at: RefusalStep, amount: number): void {
  if (!world.refusals.find(`${at} ${amount}`)) return;
  throw createInvalidRequest("This amount is not accepted.", { code: "invalid_charge_amount", param: "amount" });
}
