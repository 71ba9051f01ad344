import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Endpoint } from "../../../worker/contract/endpoint.ts";
import { endpoints } from "../../../worker/contract/index.ts";
import { visitor } from "../../support/actors.ts";
import { everyNth } from "../../support/by-night.ts";
import { query } from "../../support/database.ts";
import { patienceMs } from "../../support/patience.ts";
import { type FuzzInput, arbitraryInput } from "./arbitrary-input.ts";
import { buildValidInput } from "../../contract/calls/valid-input.ts";
import { runs, seed, createCaller, createKnownIds } from "./setup.ts";

test.each(everyNth(endpoints, 4).map((spec) => ({ name: `${spec.method} ${spec.path}`, spec })))(
  "whatever is sent to $name, the answer is one that its contract declares",
  async ({ spec }) => {
    const ids = await createKnownIds();
    let caller = await createCaller(spec, ids.org_id);
    const send = async (input: FuzzInput) => {
      // The client itself fails on a 500, an undeclared code and an undeclared field.
      const answer = await caller.call(spec, input);
      if (answer.status === 401 || spec.method === "DELETE" || spec.verb === "startImpersonation")
        caller = await createCaller(spec, ids.org_id);
    };
    await fc.assert(fc.asyncProperty(arbitraryInput(spec, ids), send), {
      seed,
      numRuns: runs,
      interruptAfterTimeLimit: 15_000 + runs * 500,
    });
  },
  4 * patienceMs + runs * 1000,
);

test(
  "whatever is sent to a callback without a right signature is refused like any other and stored nowhere",
  async () => {
    const webhooks = endpoints.filter(({ access }) => access === "stripe-signature");
    const visitorClient = visitor();
    const marker = `evt_${randomUUID()}`;
    const event = JSON.stringify({ id: marker, object: "event", type: "charge.refunded", livemode: false, data: {} });
    const bodies = fc.oneof(
      fc.constant(event),
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.jsonValue().map((value) => JSON.stringify(value)),
    );
    const now = Math.floor(Date.now() / 1000);
    const signatures = fc.oneof(
      fc.string({ unit: "grapheme-ascii", maxLength: 100 }),
      fc
        .string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 64, maxLength: 64 })
        .map((hex) => `t=${now},v1=${hex}`),
      fc.constantFrom("t=,v1=", `t=${now}`, `t=${now},v0=00`, "t=NaN,v1=x", `t=${now},v1=`, ",", "="),
    );
    const contentTypes = fc.constantFrom("application/json", "text/plain", "application/x-www-form-urlencoded");
    const send = async (spec: Endpoint, body: string, signature: string, type: string) => {
      const headers = { "stripe-signature": signature, "content-type": type };
      const answer = await visitorClient.call(spec, { body, headers });
      expect(`${answer.status} ${answer.errcode}`).toBe("401 SECURITY_CHECK_FAILED");
    };
    const properties = [fc.constantFrom(...webhooks), bodies, signatures, contentTypes] as const;
    await fc.assert(fc.asyncProperty(...properties, send), { seed, numRuns: runs * 4 });
    expect(await query("select id from stripe_events where id = $1", [marker])).toEqual([]);
  },
  4 * patienceMs + runs * 1000,
);

const unstorableTexts = ["a\u0000b", "\u0000", "a\ud800b"];

/** Copies of a body, each with one of its texts replaced by `badText`. */
function withBadValues(value: unknown, badText: string): unknown[] {
  if (typeof value === "string") return [badText];
  if (Array.isArray(value))
    return value.flatMap((each, index) => withBadValues(each, badText).map((one) => value.with(index, one)));
  if (typeof value !== "object" || value === null) return [];
  const pairs: [string, unknown][] = Object.entries(value);
  return pairs.flatMap(([name, each]) => withBadValues(each, badText).map((one) => ({ ...value, [name]: one })));
}

// A client's log entry may contain such text, which the worker escapes (T20).
const bodies = endpoints.filter(({ body, verb }) => body && verb !== "takeClientLog");

test("a text that the database cannot store is a 400 in every field of every body", async () => {
  for (const spec of everyNth(bodies, 4)) {
    const ids = await createKnownIds();
    let caller = await createCaller(spec, ids.org_id);
    const { params, body } = buildValidInput(spec, ids);
    // Form encoders write U+FFFD for a lone surrogate (WHATWG XMLHttpRequest, FormData), so the server never sees one.
    const texts = spec.file ? unstorableTexts.filter((badText) => badText.isWellFormed()) : unstorableTexts;
    for (const one of texts.flatMap((badText) => withBadValues(body, badText))) {
      const answer = await caller.call(spec, { params, body: one });
      if (answer.status === 401) caller = await createCaller(spec, ids.org_id);
      expect(answer.status, `${spec.verb} ${JSON.stringify(one)}: ${answer.text}`).toBe(400);
    }
  }
});
