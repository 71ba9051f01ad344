// Text that PostgreSQL cannot store (NUL, lone surrogates) and UTF-16 files, for every kind of input.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Stripe } from "stripe";
import { describe, expect, inject, test } from "vitest";
import { draftNotification } from "../../worker/contract/v1/admin/broadcasts.ts";
import { listClientErrors } from "../../worker/contract/v1/admin/client-errors.ts";
import { runNotificationTask, sendNotification } from "../../worker/contract/v1/admin/notifications.ts";
import { createProductImport } from "../../worker/contract/v1/admin/product-imports.ts";
import { takeClientLog } from "../../worker/contract/v1/application.ts";
import { receiveEmailEvent } from "../../worker/contract/v1/callbacks/email.ts";
import { onChargeRefunded } from "../../worker/contract/v1/callbacks/stripe.ts";
import { updateProfile } from "../../worker/contract/v1/sso/user.ts";
import { buildSvixHeaders } from "../../sandbox/fakes/email/webhooks/svix.ts";
import { webhookSecret } from "../../sandbox/fakes/stripe/wire/keys.ts";
import { signedIn, signedInAdmin, visitor } from "../support/actors.ts";
import { query } from "../support/database.ts";
import { createOrganization, createUser, unique } from "../support/factories.ts";
import { shop } from "../support/store.ts";

const hostileTexts = ["a\u0000b", "\u0000", "a\ud800b", "\udc00"];
const refusal = "must be whole Unicode characters without NUL";
const signInBuyer = async () => (await signedIn({ roles: ["buyer", "user"] })).client;

describe("a call is refused with 400, by the field", () => {
  test.each(hostileTexts)("that no schema describes: %j", async (text) => {
    const { client } = await signedInAdmin();
    const createBody = (payload: object) => ({ type: "announcement" as const, roles: ["user" as const], payload });
    const fields = { subject: "s", message: "m" };
    const spoiledPayloads: [path: string, payload: object][] = [
      ["payload.message", { ...fields, message: text }],
      ["payload.extra.deep.0", { ...fields, extra: { deep: [text] } }],
      [`payload.${text}`, { ...fields, [text]: 1 }],
    ];
    for (const [path, payload] of spoiledPayloads)
      for (const spec of [draftNotification, sendNotification, runNotificationTask]) {
        const answer = await client.call(spec, { body: createBody(payload) });
        expect([answer.status, answer.issues.map((issue) => issue.path.join("."))], spec.path).toEqual([400, [path]]);
        expect(answer.issues[0]?.message).toContain(refusal);
      }
  });

  test("together with all else that is wrong", async () => {
    const { client } = await signedIn();
    const answer = await client.call(updateProfile, { body: { first_name: "a\u0000", last_name: "x".repeat(33) } });
    expect(answer.problems).toEqual([
      `first_name: first_name ${refusal}`,
      "last_name: Last name must be at most 32 characters.",
    ]);
  });
});

describe("a form is refused", () => {
  test("on a page that reads it without a schema", async () => {
    const answer = await (
      await signInBuyer()
    ).fetch("/portal/quick-order", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "lines=A%00B,1",
    });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(`lines ${refusal}`);
  });

  test("by a field with a schema of its own", async () => {
    const { client } = await signedInAdmin();
    const { id } = await createOrganization();
    const answer = await client.fetch("/admin/organizations/price-level", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: `id=${id}&price_level_name=a%00`,
    });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(refusal);
    expect(await query("select price_level_name from organizations where id = $1", [id])).toEqual([
      { price_level_name: null },
    ]);
  });

  test("and in an address the parameter counts as none", async () => {
    const { client } = await signedInAdmin();
    expect((await client.fetch("/admin/orders?search=a%00b")).status).toBe(200);
    expect((await client.fetch("/admin/products/a%00b")).status).toBe(404);
  });
});

const encodeUtf16 = (text: string, isBigEndian = false): Uint8Array<ArrayBuffer> => {
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
  return new Uint8Array(isBigEndian ? bytes.swap16() : bytes);
};

describe("a file is read by its byte order mark", () => {
  test.each([
    ["UTF-16, little-endian, as Excel writes “Unicode Text”", (text: string) => encodeUtf16(text)],
    ["UTF-16, big-endian", (text: string) => encodeUtf16(text, true)],
    ["UTF-8", (text: string) => new TextEncoder().encode(`\uFEFF${text}`)],
  ])("%s", async (_, encode) => {
    const sku = unique("SKU").toUpperCase();
    const { id } = await shop.createProduct({ sku });
    const form = new FormData();
    form.set("lines", "");
    form.set("file", new File([encode(`SKU\tQuantity\r\n${sku}\t2`)], "lines.txt", { type: "text/plain" }));
    const answer = await (await signInBuyer()).fetch("/portal/quick-order", { method: "POST", body: form });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(`name="products.${id}" value="2"`);
    const { client } = await signedInAdmin();
    const importAnswer = await client.call(createProductImport, {
      body: { file: new Blob([encode(`sku\tname\r\n${sku}\tÄnderung`)]) },
    });
    expect(importAnswer.reply()).toMatchObject({ changed_count: 1 });
  });

  test("half a character of UTF-16 is refused", async () => {
    const { client } = await signedInAdmin();
    const file = new Blob([new Uint8Array([0xff, 0xfe, 0x73])]);
    expect((await client.call(createProductImport, { body: { file } })).status).toBe(400);
  });
});

describe("a webhook is applied and acknowledged", () => {
  const nowSeconds = () => Math.floor(Date.now() / 1000);
  const createBounceEvent = (to: string[]) => {
    const at = new Date().toISOString();
    return JSON.stringify({ type: "email.bounced", created_at: at, data: { to, bounce: { type: "Permanent" } } });
  };

  test.each(hostileTexts)("with %j in an address of an email event", async (text) => {
    const { email } = await createUser();
    const body = createBounceEvent([`${text}@b.test`, email]);
    const headers = buildSvixHeaders(`msg_${randomUUID()}`, nowSeconds(), body);
    expect((await visitor().call(receiveEmailEvent, { body, headers })).status).toBe(200);
    expect(await query("select email_returned from users where email = $1", [email])).toEqual([
      { email_returned: "bounced" },
    ]);
  });

  test.each(hostileTexts)("with %j in the ids of a payment event", async (text) => {
    const name = randomUUID();
    const event = {
      object: "event",
      type: "charge.refunded",
      created: nowSeconds(),
      livemode: false,
      id: `evt_${name}${text}`,
      data: { object: { id: `ch_${name}${text}` } },
    };
    const body = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret });
    const answer = await visitor().call(onChargeRefunded, { body, headers: { "stripe-signature": signature } });
    expect(answer.status).toBe(200);
    const storedEvents = await query("select type from stripe_events where id like $1", [`evt_${name}%`]);
    expect(storedEvents).toEqual([{ type: "charge.refunded" }]);
  });
});

test.each(hostileTexts)("a report of a client is kept with the character escaped: %j", async (text) => {
  const message = unique("hostile").replaceAll(/[\d-]/g, "x");
  const { client } = await signedIn();
  const body = {
    message: `${message} ${text}`,
    level: "error",
    event: { data: { stack: text, [text]: text } },
  } as const;
  expect((await client.call(takeClientLog, { body })).status).toBe(200);
  const escaped = JSON.stringify(text).slice(1, -1);
  const readLines = () =>
    readFileSync(inject("workerLog"), "utf8")
      .split("\n")
      .filter((line) => line.includes(message));
  await expect.poll(() => readLines().length).toBe(1);
  expect(JSON.parse(readLines()[0] ?? "{}").message).toBe(`${message} ${escaped}`);
  const admin = (await signedInAdmin()).client;
  const listReports = async () => (await admin.call(listClientErrors, { query: { search: message } })).reply().data;
  await expect.poll(async () => (await listReports()).length).toBe(1);
});
