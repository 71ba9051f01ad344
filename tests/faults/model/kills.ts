import fc from "fast-check";
import { expect } from "vitest";
import { checkoutCart } from "../../../worker/contract/v1/store/checkout.ts";
import { type CutPoint, cutPoints, killAt, type Victim } from "../cut-points.ts";
import { chooseMethod, type Real } from "./real.ts";
import { isReady, submit } from "./state.ts";
import { Step } from "./step.ts";

const points = cutPoints.filter((point) => point.of === "checkout");

async function cutCheckout(real: Real, point: CutPoint, victim: Victim): Promise<void> {
  const { app, buyer } = real;
  const updated_at = await chooseMethod(real, "good", false);
  const stop = await point.arm(app, 1);
  const work = buyer.client.call(checkoutCart, { body: { updated_at } }).catch(() => undefined);
  await expect.poll(async () => (await stop.reached()) >= 1).toBe(true);
  await killAt(app, stop, victim);
  await work;
}

const kill = fc.tuple(fc.constantFrom(...points), fc.boolean()).map(([point, isDatabase]) => {
  const victim = point.in_database && isDatabase ? "database" : "worker";
  return new Step(
    `the ${victim} is killed under a checkout, ${point.name}`,
    async (state, real) => {
      await cutCheckout(real, point, victim);
      // PostgreSQL completes its statements when only the worker is killed.
      const isClaimed = point.name !== "before the claim" && (victim === "worker" || point.name === "in the record");
      if (isClaimed) submit(state, "good", point.is_over ?? false);
    },
    isReady,
  );
});

export const kills: fc.Arbitrary<Step>[] = [kill];
