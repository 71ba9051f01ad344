// Request bodies: size limits, malformed JSON, content types, slow and cut connections.
import { expect, test } from "vitest";
import { takeClientLog } from "../../worker/contract/v1/application.ts";
import { getHealth } from "../../worker/contract/ops.ts";
import { createUser } from "../../worker/contract/v1/admin/users.ts";
import { verifyCode } from "../../worker/contract/v1/sso/verification.ts";
import { updateProfile } from "../../worker/contract/v1/sso/user.ts";
import { type Actor, signedIn, signedInAdmin, visitor } from "../support/actors.ts";
import { limitMs } from "../support/by-night.ts";
import { patienceMs } from "../support/patience.ts";
import { query } from "../support/database.ts";
import { chunked, type RawRequest, sendRaw } from "./raw-request.ts";

const path = "/v1/application/logs";
const tooLongReply = {
  success: false,
  message: "Message too long.",
  issues: [{ code: "too_big", path: ["content-length"], message: "Message too long." }],
};
const malformedReply = {
  success: false,
  message: "Bad Request",
  issues: [{ code: "custom", path: [], message: "Malformed JSON." }],
};

/** Pads `data`, which has no limit of its own. */
function createLogEntry(bytes: number): string {
  const entry = (data: string) => JSON.stringify({ message: "m", level: "info", event: { data } });
  return entry("x".repeat(bytes - entry("").length));
}

const createHeaders = (actor: Actor, extraHeaders: Record<string, string>) => ({
  "content-type": "application/json",
  "sec-fetch-site": "same-origin",
  "cf-connecting-ip": actor.client.ip,
  cookie: `__Host-session=${actor.token}`,
  ...extraHeaders,
});

const sendRawLog = (actor: Actor, extraHeaders: Record<string, string>, request: Partial<RawRequest>) =>
  sendRaw({ url: actor.client.url, path, headers: createHeaders(actor, extraHeaders), ...request });

test("a log entry of 10,240 bytes passes and one of 10,241 is too long", async () => {
  const { client } = await signedIn();
  expect((await client.call(takeClientLog, { body: createLogEntry(10_240) })).status).toBe(200);
  const answer = await client.call(takeClientLog, { body: createLogEntry(10_241) });
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.text)).toEqual(tooLongReply);
});

test("the bytes are counted, not the characters", async () => {
  const { client } = await signedIn();
  const entry = JSON.stringify({ message: "é".repeat(5200), level: "info" });
  expect(entry.length).toBeLessThan(10_240);
  expect((await client.call(takeClientLog, { body: entry })).message).toBe("Message too long.");
});

test("without a Content-Length the same bound holds", async () => {
  const actor = await signedIn();
  const send = (body: string) =>
    sendRawLog(actor, { "transfer-encoding": "chunked" }, { parts: chunked(body.slice(0, 5000), body.slice(5000)) });
  expect((await send(createLogEntry(10_240))).status).toBe(200);
  const refused = await send(createLogEntry(10_241));
  expect(refused.status).toBe(400);
  expect(JSON.parse(refused.text)).toEqual(tooLongReply);
});

test("a Content-Length that is too large is refused before the body is read", async () => {
  const actor = await signedIn();
  const refused = await sendRawLog(actor, { "content-length": "999999999" }, { parts: ["{"] });
  expect(refused.status).toBe(400);
  expect(JSON.parse(refused.text)).toEqual(tooLongReply);
  // The worker waits up to ten seconds for a body, so a faster refusal proves that it did not wait.
  expect(refused.closed_after_ms).toBeLessThan(10_000);
});

test("a Content-Length that is too small does not let a longer body through", async () => {
  const actor = await signedIn();
  const refused = await sendRawLog(actor, { "content-length": "10" }, { parts: [createLogEntry(20_000)] });
  expect(refused.status).toBe(400);
  expect(JSON.parse(refused.text)).toEqual(malformedReply);
});

test("a Content-Length that is no number is refused by the runtime and both lengths at once do not smuggle a second request", async () => {
  const actor = await signedIn();
  expect((await sendRawLog(actor, { "content-length": "abc" }, { parts: [createLogEntry(100)] })).status).not.toBe(200);
  const smuggledRequest = "POST /v1/sso/verification HTTP/1.1\r\nhost: x\r\n\r\n";
  const bothLengthsAnswer = await sendRawLog(
    actor,
    { "content-length": String(smuggledRequest.length + 5), "transfer-encoding": "chunked" },
    { parts: [`0\r\n\r\n${smuggledRequest}`] },
  );
  expect(bothLengthsAnswer.status).not.toBe(200);
});

test("every other body is bounded too, at 64 KiB", async () => {
  const { client } = await signedIn();
  const hugeBody = JSON.stringify({ first_name: "x".repeat(70_000) });
  expect((await client.call(updateProfile, { body: hugeBody })).message).toBe("Message too long.");
  const flood = visitor();
  expect((await flood.call(verifyCode, { body: "x".repeat(300_000) })).message).toBe("Message too long.");
});

const malformedBodies: [what: string, body: string | Uint8Array<ArrayBuffer>][] = [
  ["half an object", '{"first_name": '],
  ["no JSON at all", "first_name=Ada"],
  ["a trailing comma", '{"first_name": "Ada",}'],
  ["bytes that are not UTF-8", new Uint8Array([0x22, 0xff, 0xfe, 0x22])],
  ["a thousand brackets", `${"[".repeat(1000)}${"]".repeat(1000)}`],
  ["thirty thousand brackets", `${"[".repeat(30_000)}${"]".repeat(30_000)}`],
  ["a key that is no key of a record", '{"notification_settings": {"__proto__": 5}}'],
  ["an object 30 levels deep", `${'{"a":'.repeat(30)}1${"}".repeat(30)}`],
];

test.each(malformedBodies)("a body that is %s is 400 with one issue", async (_what, body) => {
  const { client } = await signedIn();
  const response = await client.fetch("/v1/sso/user", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body,
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual(malformedReply);
});

const missingBodyReply = {
  success: false,
  message: "Bad Request",
  issues: [{ code: "invalid_type", path: [], message: "This call needs a JSON body, sent as application/json." }],
};

test.each([
  ["without a type", {}],
  ["as JSON", { "content-type": "application/json" }],
  ["as a form", { "content-type": "application/x-www-form-urlencoded" }],
])("a call that sends nothing where a body is needed, %s, is 400 and says so", async (_how, headers) => {
  const { client } = await signedIn();
  const answers = [
    await client.fetch("/v1/sso/user", { method: "PUT", headers }),
    await client.fetch("/v1/sso/user", { method: "PUT", headers, body: new Uint8Array() }),
  ];
  for (const answer of answers) expect([answer.status, await answer.json()]).toEqual([400, missingBodyReply]);
});

test("a call whose body may be left out takes none, whatever the type", async () => {
  const { client } = await signedIn();
  const headers = { "content-type": "text/plain" };
  expect((await client.fetch("/v1/client/notifications/read", { method: "POST" })).status).toBe(200);
  expect((await client.fetch("/v1/client/notifications/read", { method: "POST", headers })).status).toBe(200);
});

const otherTypes = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/jsonp",
  "text/json",
  "application/json2",
];

test.each(otherTypes)("a body of type %s is 415 and changes nothing", async (type) => {
  const { client, user } = await signedIn();
  const answer = await client.call(updateProfile, { body: { first_name: "Eve" }, headers: { "content-type": type } });
  expect([answer.status, answer.errcode]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
  expect(await query("select first_name from users where id = $1", [user.id])).toEqual([
    { first_name: user.first_name },
  ]);
});

test("a body without a type is 415, and a charset after the type is fine", async () => {
  const { client } = await signedIn();
  const untypedAnswer = await client.fetch("/v1/sso/user", { method: "PUT", body: new Blob(['{"first_name":"Eve"}']) });
  expect(untypedAnswer.status).toBe(415);
  const typedAnswer = await client.call(updateProfile, {
    body: { first_name: "Ada" },
    headers: { "content-type": "Application/JSON; charset=utf-8" },
  });
  expect(typedAnswer.status).toBe(200);
});

const textsWithNul = ["Ada\u0000", "\u0000", "Ada\u0000Lovelace"];

test.each(textsWithNul)("a text with a NUL is 400 wherever it stands: %j", async (text) => {
  const { client } = await signedIn();
  const admin = (await signedInAdmin()).client;
  const answers = [
    await client.call(updateProfile, { body: { first_name: text } }),
    await visitor().call(verifyCode, {
      body: { scope: "verify:user-setup", user_id: crypto.randomUUID(), code: text.slice(0, 6) },
    }),
    await admin.call(createUser, {
      body: { org_id: text, email: text, first_name: text, last_name: text, roles: ["user"] },
    }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
  for (const name of ["search", "sort", "org_id"]) {
    const response = await admin.fetch(`/v1/admin/users?${new URLSearchParams({ [name]: text })}`);
    expect(response.status, name).toBe(400);
  }
  expect((await admin.fetch(`/v1/admin/users/${encodeURIComponent(text)}`)).status).toBe(400);
});

test("the body of a call, a form of the cart or a plain form is waited for no longer than 10 s, and half of it is not taken for all", async () => {
  const partialBodies = [
    [path, "application/json"],
    ["/store/cart/add", "application/x-www-form-urlencoded"],
    ["/sign-out", "application/x-www-form-urlencoded"],
  ] as const;
  await Promise.all(
    partialBodies.map(async ([at, type]) => {
      const actor = await signedIn({ roles: ["buyer", "user"] });
      const headers = { ...createHeaders(actor, {}), "content-type": type, "content-length": "200" };
      const parts = [type.includes("json") ? "{" : "product_id=1&quantity=1", patienceMs];
      const answer = await sendRaw({ url: actor.client.url, path: at, headers, parts });
      expect(answer.closed_after_ms, at).toBeLessThan(limitMs(13_000));
      expect([303, 400], at).toContain(answer.status);
      expect((await actor.client.fetch("/v1/sso/session")).status, at).toBe(200);
    }),
  );
});

// Without `connection: close`, undici reuses connections, so a reset would fail this answer or the next request.
test("a refusal of megabytes too much is an answer, and the connection goes on", async () => {
  const client = visitor();
  const failures: unknown[] = [];
  const send = (bytes: number) =>
    client.fetch("/v1/sso/verification", {
      method: "POST",
      headers: { connection: null, "content-type": "application/json" },
      body: "x".repeat(bytes),
    });
  for (const bytes of [65_537, 100_000, 250_000, 900_000, 1_100_000, 5_000_000, 15_000_000])
    for (let turn = 0; turn < 5; turn++) {
      const statuses = async () => [
        (await send(bytes)).status,
        (await client.fetch("/health", { headers: { connection: null } })).status,
      ];
      const startedMs = Date.now();
      const outcome = await statuses().catch((error: unknown) => error);
      // The worker reads the rest of a refused body for one second, which may be too short on a busy machine.
      if (`${outcome}` !== "400,200" && Date.now() - startedMs < 1000) failures.push([bytes, outcome]);
    }
  expect(failures).toEqual([]);
});

test("a body that comes slowly, or never ends, takes nothing from anybody else", async () => {
  const actor = await signedIn();
  const slowRequests = Array.from({ length: 20 }, () =>
    sendRawLog(actor, { "content-length": "1000" }, { parts: ["{", 3000], deadlineMs: 3000 }),
  );
  const startedMs = Date.now();
  expect((await visitor().call(getHealth)).status).toBe(200);
  expect(Date.now() - startedMs).toBeLessThan(limitMs(2000));
  await Promise.all(slowRequests);
  expect((await actor.client.call(takeClientLog, { body: { message: "still here", level: "info" } })).status).toBe(200);
});

test("a connection that is cut in the middle of a body harms nobody", async () => {
  const actor = await signedIn();
  await Promise.all(
    Array.from({ length: 20 }, () => sendRawLog(actor, { "content-length": "1000" }, { parts: ["{"], deadlineMs: 50 })),
  );
  expect((await actor.client.call(takeClientLog, { body: { message: "still here", level: "info" } })).status).toBe(200);
});

test("a body that a refusal did not need to read leaves the connection usable for the next request", async () => {
  const anonymousClient = visitor();
  const failures: unknown[] = [];
  for (let turn = 0; turn < 300; turn++) {
    await anonymousClient
      .call(createUser, { body: { first_name: "Ada" } })
      .catch((error: unknown) => failures.push(error));
  }
  expect(failures).toEqual([]);
});
