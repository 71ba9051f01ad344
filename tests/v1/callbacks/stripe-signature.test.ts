import { randomUUID } from "node:crypto";
import { Stripe } from "stripe";
import { describe, expect, test } from "vitest";
import { webhookEventTypes } from "../../../worker/contract/callback-events.ts";
import type { Endpoint } from "../../../worker/contract/endpoint.ts";
import * as contract from "../../../worker/contract/v1/callbacks/stripe.ts";
import { webhookSecret } from "../../../sandbox/fakes/stripe/wire/keys.ts";
import { visitor } from "../../support/actors.ts";
import { sendAtOnce } from "../../support/at-once.ts";
import { query } from "../../support/database.ts";
import { shop } from "../../support/store.ts";

const eventId = (): string => `evt_${randomUUID().replaceAll("-", "")}`;
const nowS = (): number => Math.floor(Date.now() / 1000);

/** An event about an unknown object. */
const createEvent = (type: string, fields: object = {}) => ({
  id: eventId(),
  object: "event",
  type,
  created: nowS(),
  livemode: false,
  data: {
    object: {
      id: `x_${randomUUID()}`,
      object: "thing",
      charge: `ch_${randomUUID()}`,
      invoice: `in_${randomUUID()}`,
      parent: { subscription_details: { subscription: `sub_${randomUUID()}` } },
    },
  },
  ...fields,
});

const sign = (payload: string, options: { secret?: string; timestamp?: number } = {}): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, ...options });

const findStoredEvent = async (id: string) =>
  (await query<{ type: string; status: string }>("select type, status from stripe_events where id = $1", [id]))[0];

const { onChargeRefunded: refunded, onChargeDisputeCreated: disputed, onEvent: anyEvent, ...others } = contract;
const callbacks = [refunded, disputed, ...Object.values(others)].map((spec) => ({ type: spec.event, spec }));
const send = (spec: Endpoint, text: string, signature = sign(text)) =>
  visitor().call(spec, { body: text, headers: { "stripe-signature": signature } });

describe("a callback is refused with 401 and leaves nothing behind", () => {
  const event = () => createEvent("charge.refunded");
  test.each([
    ["no signature", event(), () => null],
    ["a signature that is no signature", event(), () => "t=1,v1=abc"],
    ["the signature of another secret", event(), (text: string) => sign(text, { secret: "whsec_other" })],
    ["a signature of 301 seconds ago", event(), (text: string) => sign(text, { timestamp: nowS() - 301 - 5 })],
    // The tolerance applies in both directions: https://docs.stripe.com/webhooks/signature
    ["a signature of 11 minutes ahead", event(), (text: string) => sign(text, { timestamp: nowS() + 660 })],
    ["a signature of ten years ahead", event(), (text: string) => sign(text, { timestamp: nowS() + 315_360_000 })],
    ["the signature of another body", event(), () => sign(JSON.stringify(event()))],
    ["the signature without its time", event(), (text: string) => sign(text).replace(/^t=\d+,/, "")],
    ["the mode of real money", createEvent("charge.refunded", { livemode: true }), sign],
    ["the type of another path", createEvent("charge.dispute.created"), sign],
    ["a type that nobody asked for", createEvent("charge.succeeded"), sign],
  ] as const)("when it has %s", async (_, body, signatureFor) => {
    const text = JSON.stringify(body);
    const answer = await visitor().call(refunded, { body: text, headers: { "stripe-signature": signatureFor(text) } });
    expect([answer.status, answer.errcode]).toEqual([401, "SECURITY_CHECK_FAILED"]);
    expect(await findStoredEvent(body.id)).toBeUndefined();
  });

  test("when it is replayed at another path", async () => {
    const body = event();
    const text = JSON.stringify(body);
    const headers = { "stripe-signature": sign(text) };
    expect((await visitor().call(disputed, { body: text, headers })).status).toBe(401);
    expect(await findStoredEvent(body.id)).toBeUndefined();
    expect((await visitor().call(refunded, { body: text, headers })).status).toBe(200);
  });

  test("with the session of an administrator as without one", async () => {
    const text = JSON.stringify(event());
    const { client } = await shop.signedInAdmin();
    expect((await client.call(refunded, { body: text, headers: { "stripe-signature": "t=1,v1=0" } })).status).toBe(401);
  });
});

describe("what was signed rightly and says nothing is a 400, and leaves nothing behind", () => {
  const validEvent = () => createEvent("charge.refunded");
  test.each([
    ["null", null],
    ["a list", []],
    ["a text", "x"],
    ["an empty object", {}],
    ["an event without what happened", { ...validEvent(), data: undefined }],
    ["an event without its time", { ...validEvent(), created: undefined }],
    ["a time that is no number", { ...validEvent(), created: "now" }],
    ["an object without an id", { ...validEvent(), data: { object: {} } }],
    ["an object with an empty id", { ...validEvent(), data: { object: { id: "" } } }],
    ["a thin event", { id: eventId(), object: "v2.core.event", type: "charge.refunded", livemode: false }],
  ])("%s", async (_, body) => {
    for (const spec of [refunded, anyEvent]) {
      const answer = await send(spec, JSON.stringify(body));
      expect([answer.status, answer.problems.length]).toEqual([400, 1]);
    }
    const id = Object(body).id ?? null;
    // Events that other tests receive meanwhile have ids that begin with "evt".
    expect(await query("select id from stripe_events where id = $1 or id !~ '^evt'", [id])).toEqual([]);
  });

  test("an upcoming invoice of no subscription asks the provider for none", async () => {
    const event = createEvent("invoice.upcoming", { data: { object: { object: "invoice", parent: null } } });
    expect((await send(contract.onInvoiceUpcoming, JSON.stringify(event))).status).toBe(400);
    const calls = await shop.sandbox.callsTo("stripe");
    expect(calls.filter(({ path }) => path === "/v1/subscriptions/")).toEqual([]);
  });
});

test("an upcoming invoice in an older version's shape names its subscription", async () => {
  const subscription = `sub_${randomUUID()}`;
  const event = createEvent("invoice.upcoming", { api_version: "2024-06-20", data: { object: { subscription } } });
  expect((await send(contract.onInvoiceUpcoming, JSON.stringify(event))).status).toBe(200);
  expect(await query("select object_id from stripe_events where id = $1", [event.id])).toEqual([
    { object_id: subscription },
  ]);
});

describe("the address of every event", () => {
  test.each(webhookEventTypes)("takes %s, once, also when it came at an address of its own", async (type) => {
    const event = createEvent(type);
    const text = JSON.stringify(event);
    const ownSpec = callbacks.find((each) => each.type === type)?.spec;
    const answers = await Promise.all([anyEvent, ownSpec ?? anyEvent, anyEvent].map((spec) => send(spec, text)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await query("select type from stripe_events where id = $1", [event.id])).toEqual([{ type }]);
  });

  test.each(["charge.succeeded", "balance.available", "payout.paid", "a.type.of.tomorrow"])(
    "takes %s and forgets it",
    async (type) => {
      const event = createEvent(type, { data: { object: { object: "balance" } } });
      expect((await send(anyEvent, JSON.stringify(event))).status).toBe(200);
      expect(await findStoredEvent(event.id)).toBeUndefined();
    },
  );

  test("refuses what is unsigned or of real money", async () => {
    const text = JSON.stringify(createEvent("charge.refunded"));
    expect((await send(anyEvent, text, sign(text, { secret: "whsec_other" }))).status).toBe(401);
    const liveEvent = JSON.stringify(createEvent("charge.succeeded", { livemode: true }));
    expect((await send(anyEvent, liveEvent)).status).toBe(401);
  });
});

describe.each(callbacks)("the callback $type", ({ type, spec }) => {
  test("is taken, however often it comes, and stored once, even about an object that nobody knows", async () => {
    const event = createEvent(type);
    const text = JSON.stringify(event);
    const answers = await sendAtOnce(10, () => send(spec, text));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const rows = await query("select 1 from stripe_events where id = $1", [event.id]);
    expect([rows.length, (await findStoredEvent(event.id))?.type]).toEqual([1, type]);
  });
});
