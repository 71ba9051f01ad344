import { randomUUID } from "node:crypto";
import { Stripe } from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onChargeRefunded, onEvent } from "../../../worker/contract/v1/callbacks/stripe.ts";
import { getSession } from "../../../worker/contract/v1/sso/session.ts";
import { webhookSecret } from "../../../sandbox/fakes/stripe/wire/keys.ts";
import { startOwnApp } from "../../support/app.ts";
import { createClient } from "../../support/client.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
beforeAll(async () => {
  // The app has the limits of production, and is separate because hundreds of webhooks would delay those of other
  // tests.
  app = await startOwnApp({ RATE_LIMIT_SCALE: "1" });
});
afterAll(() => app?.stop());

/** A signed event about an unknown object. */
function signedWebhook(secret = webhookSecret) {
  const payload = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: "event",
    type: "charge.refunded",
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    data: { object: { id: `ch_${randomUUID()}` } },
  });
  const headers = { "stripe-signature": Stripe.webhooks.generateTestHeaderString({ payload, secret }) };
  return { body: payload, headers };
}

/** Statuses of `count` requests, sent in ten sequential lanes so that a slow machine delays none. */
async function sendInLanes(count: number, send: () => Promise<{ status: number }>): Promise<number[]> {
  const lane = async () => {
    const statusCodes: number[] = [];
    for (let sent = 0; sent < count / 10; sent += 1) statusCodes.push((await send()).status);
    return statusCodes;
  };
  return (await Promise.all(Array.from({ length: 10 }, lane))).flat();
}

test("340 signed callbacks of a minute are all taken from one address, at either door", async () => {
  const provider = createClient({ url: app.worker.url });
  let turn = 0;
  const statusCodes = await sendInLanes(340, () =>
    provider.call((turn += 1) % 2 ? onChargeRefunded : onEvent, signedWebhook()),
  );
  expect([statusCodes.length, new Set(statusCodes)]).toEqual([340, new Set([200])]);
  // Webhooks do not use up the address's limit for other requests.
  expect((await provider.call(getSession)).status).toBe(401);
});

test("forged ones are limited as anybody's requests are, and so is what follows from there", async () => {
  const forger = createClient({ url: app.worker.url });
  const statusCodes = await sendInLanes(320, () => forger.call(onEvent, signedWebhook("whsec_guessed")));
  expect(new Set(statusCodes)).toEqual(new Set([401, 429]));
  expect(statusCodes.filter((status) => status === 401).length).toBeLessThanOrEqual(310);
  expect((await forger.call(onEvent, signedWebhook())).status).toBe(429);
  expect((await createClient({ url: app.worker.url }).call(onEvent, signedWebhook())).status).toBe(200);
});
