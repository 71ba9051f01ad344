import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getHealth } from "../../worker/contract/ops.ts";
import { takeClientLog } from "../../worker/contract/v1/application.ts";
import {
  getSession,
  requestPasskeySignIn,
  signIn,
  signInByFactor,
  signInByPasskey,
} from "../../worker/contract/v1/sso/session.ts";
import { exchangeCode } from "../../worker/contract/v1/sso/token.ts";
import { requestEmailChange } from "../../worker/contract/v1/sso/user.ts";
import { verifyCode } from "../../worker/contract/v1/sso/verification.ts";
import { signedIn, signedInAdmin } from "../support/actors.ts";
import { type LoggedWorker, startSecondWorker } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { query } from "../support/database.ts";
import { requestCode, requestTokens } from "../support/desktop.ts";
import { createProduct, createUser, password, uniqueEmail } from "../support/factories.ts";
import { totpCode, addPasskey, addTotp, wrongTotpCode } from "../support/factors.ts";
import { createLink, openLink } from "../support/inbox.ts";
import { createAuthenticator } from "../support/software-authenticator.ts";

let worker: LoggedWorker;

/** 300 requests a minute from an address become 30, 10 strict calls become 1, and 60 log entries become 6. */
const scale = 0.1;

beforeAll(async () => {
  worker = await startSecondWorker({ RATE_LIMIT_SCALE: String(scale) });
});
afterAll(() => worker?.stop());

const tooManyReply = {
  success: false,
  errcode: "TOO_MANY_REQUESTS",
  message: "Too Many Requests",
  remaining: expect.any(Number),
};

function expectTooMany(answer: { status: number; text: string; headers: Headers }): void {
  expect(answer.status).toBe(429);
  const body = JSON.parse(answer.text);
  expect(body).toEqual(tooManyReply);
  expect(Number.isInteger(body.remaining)).toBe(true);
  expect(body.remaining).toBeGreaterThanOrEqual(1);
  expect(answer.headers.get("retry-after")).toBe(String(body.remaining));
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
}

test("an address gets its requests of a minute and then 429 with the seconds to wait", async () => {
  const client = createClient({ url: worker.url });
  const answers = await Promise.all(Array.from({ length: 300 * scale }, () => client.call(getSession)));
  expect(answers.map(({ status }) => status).filter((status) => status !== 401)).toEqual([]);
  const refusal = await client.call(getSession);
  expectTooMany(refusal);
  expect(refusal.remaining).toBeLessThanOrEqual(60);
});

test("an IPv6 customer's addresses share the requests of a minute", async () => {
  // Addresses of one /64 (RFC 4291), with `::` after the network part or within it.
  const clientAt = (host: number) => {
    const written = host % 2 ? "2001:db8::9:HOST:0:1" : "2001:db8::HOST:1:1:1";
    return createClient({ url: worker.url, ip: written.replace("HOST", host.toString(16)) });
  };
  await Promise.all(Array.from({ length: 300 * scale }, (_, host) => clientAt(host).call(getHealth)));
  for (const host of [4711, 4712]) expectTooMany(await clientAt(host).call(getHealth));
});

test("the calls outside /v1 are refused in the same words", async () => {
  const client = createClient({ url: worker.url });
  await Promise.all(Array.from({ length: 300 * scale }, () => client.call(getHealth)));
  expectTooMany(await client.call(getHealth));
});

test("a person over the limit is told in plain words, and another address is served", async () => {
  const client = createClient({ url: worker.url });
  await Promise.all(Array.from({ length: 300 * scale }, () => client.call(getHealth)));
  const page = await client.fetch("/sign-in/crunchbox");
  expect(page.status).toBe(429);
  expect(page.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(await page.text()).toMatch(/Too many requests.*Please try again in \d+ seconds?\./s);
  expect((await createClient({ url: worker.url }).fetch("/sign-in/crunchbox")).status).toBe(200);
});

test("the strict calls are limited for an account whatever the address", async () => {
  const { id } = await createUser();
  const guess = () =>
    createClient({ url: worker.url }).call(verifyCode, {
      body: { scope: "verify:user-setup", user_id: id, code: "AAAAAA" },
    });
  expect((await guess()).errcode).toBe("INVALID_VERIFICATION_CODE");
  expectTooMany(await guess());
});

test("strangers who know a person's id cannot use up what the owner of a link needs", async () => {
  const { id } = await createUser();
  const link = await createLink((await signedInAdmin()).client, id);
  const guess = () =>
    createClient({ url: worker.url }).call(verifyCode, {
      body: { scope: link.scope, user_id: id, code: link.code === "AAAAAA" ? "BBBBBB" : "AAAAAA" },
    });
  await guess();
  expectTooMany(await guess());
  expect((await openLink(createClient({ url: worker.url }), link)).status).toBe(200);
});

test("the strict calls are limited for an address whatever the account", async () => {
  const client = createClient({ url: worker.url });
  const guess = () =>
    client.call(verifyCode, {
      body: { scope: "verify:user-setup", user_id: crypto.randomUUID(), code: "AAAAAA" },
    });
  expect((await guess()).errcode).toBe("INVALID_VERIFICATION_CODE");
  expectTooMany(await guess());
});

test("exchanges of hand-off codes are limited for an address", async () => {
  const client = createClient({ url: worker.url });
  const exchange = () => client.call(exchangeCode, { body: { code: "A".repeat(43) } });
  expect((await exchange()).errcode).toBe("INVALID_VERIFICATION_CODE");
  expectTooMany(await exchange());
});

describe("from one address", () => {
  /** One user more than the strict calls that an address may make per minute. */
  const userCount = 10 * scale + 1;

  test("right second steps do not count, and a wrong one does", async () => {
    const client = createClient({ url: worker.url });
    const enter = async (toCode: (secret: string) => string) => {
      const { user, client: ownClient } = await signedIn();
      const { secret } = await addTotp(ownClient, user.id);
      const challengeAnswer = await client.call(signIn, { body: { username: user.email, password } });
      expect(challengeAnswer.errcode).toBe("SECOND_FACTOR_REQUIRED");
      const { challenge } = JSON.parse(challengeAnswer.text);
      return client.call(signInByFactor, { body: { challenge, code: toCode(secret) } });
    };
    for (let userIndex = 0; userIndex < userCount; userIndex += 1) expect((await enter(totpCode)).status).toBe(201);
    expect((await enter(wrongTotpCode)).errcode).toBe("INVALID_VERIFICATION_CODE");
    expectTooMany(await enter(totpCode));
  });

  test("right passkeys do not count, and a wrong one does", async () => {
    const client = createClient({ url: worker.url });
    const enter = async (authenticator: ReturnType<typeof createAuthenticator>) => {
      const { options } = (await client.call(requestPasskeySignIn)).reply();
      const response = authenticator.answer(options, { origin: worker.url });
      return client.call(signInByPasskey, { body: { response } });
    };
    for (let userIndex = 0; userIndex < userCount; userIndex += 1)
      expect((await enter((await addPasskey((await signedIn()).client)).authenticator)).status).toBe(201);
    expect((await enter(createAuthenticator())).errcode).toBe("PASSKEY_REFUSED");
    expectTooMany(await enter(createAuthenticator()));
  });

  test("right codes and refresh tokens of the desktop app do not count", async () => {
    const client = createClient({ url: worker.url });
    for (let userIndex = 0; userIndex < userCount; userIndex += 1) {
      const { code, code_verifier } = await requestCode((await signedIn()).client);
      const tokens = (await requestTokens({ code, code_verifier }, client)).reply();
      const body = { grant_type: "refresh_token", refresh_token: tokens.refresh_token };
      expect((await requestTokens(body, client)).status).toBe(200);
    }
  });
});

test("requests for another email address are limited for a person and for an address", async () => {
  const [person, other] = [await signedIn(), await signedIn()];
  const ask = (session: string, ip?: string) =>
    createClient({ url: worker.url, session, ...(ip ? { ip } : {}) }).call(requestEmailChange, {
      body: { new_email: uniqueEmail() },
    });
  const { ip } = createClient();
  expect((await ask(person.token, ip)).status).toBe(200);
  const refusal = await ask(person.token);
  expectTooMany(refusal);
  expectTooMany(await ask(other.token, ip));
  const isRefusedLine = (line: string) =>
    line.includes('"event":"request"') && line.includes(refusal.headers.get("x-request-id") ?? "none");
  await expect.poll(() => worker.lines.filter(isRefusedLine)).toHaveLength(1);
  expect(JSON.parse(worker.lines.find(isRefusedLine) ?? "{}")).toMatchObject({ status: 429, user_id: person.user.id });
});

test("wrong passwords are limited, and the answer is the same for an account that does not exist", async () => {
  const { email } = await createUser();
  for (const username of [email, "nobody-at-all@example.test"]) {
    const client = createClient({ url: worker.url });
    const attempt = () => client.call(signIn, { body: { username, password: "Wrong-1234!" } });
    expect((await attempt()).errcode).toBe("INVALID_CREDENTIALS");
    for (let turn = 0; turn < 2; turn++) await attempt();
    expectTooMany(await attempt());
  }
});

test("a session may write its log entries of a minute and no more", async () => {
  const { token } = await signedIn();
  const client = createClient({ url: worker.url, session: token });
  const write = () => client.call(takeClientLog, { body: { message: "m", level: "info" } });
  for (let entry = 0; entry < 60 * scale; entry++) expect((await write()).status).toBe(200);
  expectTooMany(await write());
  expect((await client.call(getSession)).status).toBe(200);
});

test("a person may ask for so many serial numbers of others an hour, and for any number of others", async () => {
  const [owner, { token }, product] = [
    await signedIn(),
    await signedIn({ roles: ["buyer", "user"] }),
    await createProduct(),
  ];
  const serials = Array.from({ length: 60 * scale * 10 }, (_, index) => `${product.serial()}-${index}`.slice(0, 32));
  await query(`insert into devices (org_id, product_id, serial) select $1, $2, unnest($3::text[])`, [
    owner.user.org_id,
    product.id,
    serials,
  ]);
  const lookUp = (serialNumbers: string[]) =>
    createClient({ url: worker.url, session: token }).fetch(
      `/portal/devices/add?${new URLSearchParams({ serials: serialNumbers.join(",") })}`,
    );
  const freeSerials = Array.from({ length: 50 }, () => product.serial());
  for (let round = 0; round < 3; round += 1) expect((await lookUp(freeSerials)).status).toBe(200);
  for (const serialBatch of [serials.slice(0, 30), serials.slice(30)])
    expect((await lookUp(serialBatch)).status).toBe(200);
  expect((await lookUp(serials.slice(0, 1))).status).toBe(429);
});
