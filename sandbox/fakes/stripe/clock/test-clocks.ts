import type Stripe from "stripe";
import { z } from "zod";
import { type Endpoint, defineEndpoint } from "../wire/endpoint.ts";
import { createInvalidRequest, createMissing } from "../wire/failure.ts";
import { randomId } from "../wire/ids.ts";
import { expand, integer, params, text } from "../wire/params.ts";
import type { World } from "../state.ts";
import { advance } from "./due.ts";

const createShape = params<Stripe.TestHelpers.TestClockCreateParams>()({
  frozen_time: integer,
  name: text.optional(),
  expand,
});
const advanceShape = params<Stripe.TestHelpers.TestClockAdvanceParams>()({ frozen_time: integer, expand });
const lifetimeSeconds = 30 * 86_400;

/**
 * docs.stripe.com/api/test_clocks with two differences: moving a clock moves time for all customers, and the clock is
 * ready again immediately.
 */
export function testClockEndpoints(): Endpoint[] {
  return [
    defineEndpoint("POST", "/v1/test_helpers/test_clocks", createShape, ({ world, input }) => {
      const now = world.clock.now();
      return world.testClocks.save({
        id: randomId("clock"),
        object: "test_helpers.test_clock",
        created: now,
        deletes_after: now + lifetimeSeconds,
        frozen_time: input.frozen_time,
        livemode: false,
        name: input.name ?? null,
        status: "ready",
        status_details: {},
      });
    }),
    defineEndpoint("GET", "/v1/test_helpers/test_clocks/:id", z.strictObject({ expand }), ({ world, id }) =>
      getTestClock(world, id),
    ),
    defineEndpoint("POST", "/v1/test_helpers/test_clocks/:id/advance", advanceShape, ({ world, input, id }) => {
      const clock = getTestClock(world, id);
      if (input.frozen_time <= clock.frozen_time) {
        throw createInvalidRequest("A test clock can only be advanced.", { param: "frozen_time" });
      }
      advance(world, input.frozen_time - clock.frozen_time);
      return world.testClocks.save({ ...clock, frozen_time: input.frozen_time });
    }),
    defineEndpoint("DELETE", "/v1/test_helpers/test_clocks/:id", z.strictObject({}), ({ world, id }) => {
      getTestClock(world, id);
      world.testClocks.delete(id);
      return { id, object: "test_helpers.test_clock", deleted: true };
    }),
  ];
}

function getTestClock(world: World, id: string): Stripe.TestHelpers.TestClock {
  const clock = world.testClocks.find(id);
  if (!clock) throw createMissing("test clock", id);
  return clock;
}
