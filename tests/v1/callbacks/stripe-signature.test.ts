import { randomUUID } from "node:crypto";
import { Stripe } from "stripe";
import { describe, expect, test } from "vitest";
import * as contract from "../../../worker/contract/v1/callbacks/stripe.ts";
import { webhookSecret } from "../../sandbox/partners/stripe/wire/keys.ts";
import { visitor } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { shop } from "../../support/store.ts";

const eventId = (): string => `evt_${randomUUID().replaceAll("-", "")}`;
const nowS = (): number => Math.floor(Date.now() / 1000);

/** An event about an object that nobody knows. */
const eventOf = (type: string, fields: object = {}) => ({
  id: eventId(),
  object: "event",
  type,
  created: nowS(),
  livemode: false,
  data: { object: { id: `x_${randomUUID()}`, object: "thing", charge: `ch_${randomUUID()}` } },
  ...fields,
});

const sign = (payload: string, options: { secret?: string; timestamp?: number } = {}): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, ...options });

const storedAs = async (id: string) =>
  (await query<{ type: string; status: string }>("select type, status from stripe_events where id = $1", [id]))[0];

const { onChargeRefunded: refunded, onChargeDisputeCreated: disputed } = contract;
const callbacks = Object.values(contract).map((spec) => ({ type: spec.event, spec }));

describe("a callback is refused with 401 and leaves nothing behind", () => {
  const event = () => eventOf("charge.refunded");
  test.each([
    ["no signature", event(), () => null],
    ["a signature that is no signature", event(), () => "t=1,v1=abc"],
    ["the signature of another secret", event(), (text: string) => sign(text, { secret: "whsec_other" })],
    ["a signature of 301 seconds ago", event(), (text: string) => sign(text, { timestamp: nowS() - 301 - 5 })],
    ["the signature of another body", event(), () => sign(JSON.stringify(event()))],
    ["the signature without its time", event(), (text: string) => sign(text).replace(/^t=\d+,/, "")],
    ["the mode of real money", eventOf("charge.refunded", { livemode: true }), sign],
    ["the type of another path", eventOf("charge.dispute.created"), sign],
    ["a type that nobody asked for", eventOf("charge.succeeded"), sign],
  ] as const)("when it has %s", async (_, body, signed) => {
    const text = JSON.stringify(body);
    const answer = await visitor().call(refunded, { body: text, headers: { "stripe-signature": signed(text) } });
    expect([answer.status, answer.errcode]).toEqual([401, "SECURITY_CHECK_FAILED"]);
    expect(await storedAs(body.id)).toBeUndefined();
  });

  test("when it is replayed at another path", async () => {
    const body = event();
    const text = JSON.stringify(body);
    const headers = { "stripe-signature": sign(text) };
    expect((await visitor().call(disputed, { body: text, headers })).status).toBe(401);
    expect(await storedAs(body.id)).toBeUndefined();
    expect((await visitor().call(refunded, { body: text, headers })).status).toBe(200);
  });

  test("when what is signed is no event", async () => {
    for (const text of ["", "null", "[]", '"x"', "{}", '{"id":"evt_1","type":"charge.refunded","livemode":false}']) {
      const answer = await visitor().call(refunded, { body: text, headers: { "stripe-signature": sign(text) } });
      expect([text, answer.status]).toEqual([text, 401]);
    }
  });

  test("with the session of an administrator as without one", async () => {
    const text = JSON.stringify(event());
    const { client } = await shop.signedInAdmin();
    expect((await client.call(refunded, { body: text, headers: { "stripe-signature": "t=1,v1=0" } })).status).toBe(401);
  });
});

describe.each(callbacks)("the callback $type", ({ type, spec }) => {
  test("is taken, however often it comes, and stored once, even about an object that nobody knows", async () => {
    const event = eventOf(type);
    const text = JSON.stringify(event);
    const send = () => visitor().call(spec, { body: text, headers: { "stripe-signature": sign(text) } });
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const rows = await query("select 1 from stripe_events where id = $1", [event.id]);
    expect([rows.length, (await storedAs(event.id))?.type]).toEqual([1, type]);
  });
});
