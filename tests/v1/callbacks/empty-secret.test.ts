import { createHmac, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { onChargeRefunded } from "../../../worker/contract/v1/callbacks/stripe.ts";
import { webhookSecret } from "../../../sandbox/fakes/stripe/wire/keys.ts";
import { startSecondWorker } from "../../support/app.ts";
import { createClient } from "../../support/client.ts";

test("a comma too many among the secrets is no secret: what is signed with nothing is refused", async () => {
  const worker = await startSecondWorker({ STRIPE_WEBHOOK_SECRET: `, ${webhookSecret},,` });
  try {
    const created = Math.floor(Date.now() / 1000);
    const id = `evt_${randomUUID().replaceAll("-", "")}`;
    const object = { id: "ch_unknown", object: "charge" };
    const event = { id, object: "event", type: "charge.refunded", created, livemode: false, data: { object } };
    const body = JSON.stringify(event);
    const signatureHeader = (secret: string) =>
      `t=${created},v1=${createHmac("sha256", secret).update(`${created}.${body}`).digest("hex")}`;
    const send = (secret: string) =>
      createClient({ url: worker.url }).call(onChargeRefunded, {
        body,
        headers: { "stripe-signature": signatureHeader(secret) },
      });
    expect((await send("")).status).toBe(401);
    expect((await send(webhookSecret)).status).toBe(200);
  } finally {
    await worker.stop();
  }
});
