// One worker with the real limits takes seconds to start, so all its tests share it.
import { randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestAccount } from "../../worker/contract/v1/sso/account-request.ts";
import { finishPasswordReset, requestPasswordReset } from "../../worker/contract/v1/sso/password-reset.ts";
import { getSession, refreshSession, signIn } from "../../worker/contract/v1/sso/session.ts";
import { finishSetUp } from "../../worker/contract/v1/sso/user.ts";
import { verifyCode } from "../../worker/contract/v1/sso/verification.ts";
import { signedInAdmin } from "../support/actors.ts";
import { startOwnApp, startSecondWorker } from "../support/app.ts";
import { type Answer, createClient } from "../support/client.ts";
import { hold, openDatabase, query } from "../support/database.ts";
import { createSession, createUser, factoriesOn, password, uniqueEmail, type TestUser } from "../support/factories.ts";
import { createLink, openLink } from "../support/inbox.ts";

let worker: Awaited<ReturnType<typeof startSecondWorker>>;
const browser = (ip?: string) => createClient({ url: worker.url, ...(ip ? { ip } : {}) });
const correctSignIn = (user: TestUser) => ({ body: { username: user.email, password } });
const wrongSignIn = (user: TestUser) => ({ body: { username: user.email, password: "Wrong-1234!" } });
const attack = (user: TestUser, count: number) =>
  Promise.all(Array.from({ length: count }, () => browser().call(signIn, wrongSignIn(user))));

beforeAll(async () => {
  worker = await startSecondWorker({ RATE_LIMIT_SCALE: "1" });
});
afterAll(() => worker?.stop());

describe("with the real limits", () => {
  test("300 wrong sign-ins at once get ten tries, while the owner signs in from a known browser", async () => {
    const owner = await createUser();
    const knownBrowser = browser();
    (await knownBrowser.call(signIn, correctSignIn(owner))).reply();
    const attackAnswers = attack(owner, 300);
    const answerDuringAttack = await knownBrowser.call(signIn, correctSignIn(owner));
    const answers = await attackAnswers;
    expect([answerDuringAttack.status, answerDuringAttack.errcode]).toEqual([201, undefined]);
    const kinds = new Set(answers.map((answer) => `${answer.status} ${answer.errcode}`));
    expect([...kinds].toSorted()).toEqual(["422 INVALID_CREDENTIALS", "429 TOO_MANY_REQUESTS"]);
    const rejections = answers.filter((answer) => answer.status === 422);
    expect(rejections.length).toBeLessThanOrEqual(10);
    const limitedAnswers = answers.filter((answer) => answer.status === 429);
    for (const answer of limitedAnswers) expect(answer.remaining).toBeGreaterThanOrEqual(1);
    // Unknown browsers have used up their attempts for 15 minutes; the known browser has attempts of its own.
    const unknownAnswer = await browser().call(signIn, correctSignIn(owner));
    expect([unknownAnswer.status, (unknownAnswer.remaining ?? 0) <= 900]).toEqual([429, true]);
    expect((await knownBrowser.call(signIn, correctSignIn(owner))).status).toBe(201);
  });

  test("wrong passwords of a refreshed sign-in count as those of a sign-in", async () => {
    const owner = await createUser();
    const signedIn = createClient({ url: worker.url, session: await createSession(owner.id) });
    for (let n = 0; n < 10; n++) {
      const { status, errcode } = await signedIn.call(refreshSession, { body: { password: "Wrong-1234!" } });
      expect([status, errcode]).toEqual([422, "INVALID_CREDENTIALS"]);
    }
    expect((await browser().call(signIn, correctSignIn(owner))).status).toBe(429);
  });

  test("a device cookie that somebody made up, or of another person, opens no extra tries", async () => {
    const [owner, other] = [await createUser(), await createUser()];
    const thief = browser();
    (await thief.call(signIn, correctSignIn(other))).reply();
    await attack(owner, 15);
    expect((await thief.call(signIn, wrongSignIn(owner))).status).toBe(429);
    const forger = browser();
    forger.cookies.set("__Host-device", "A".repeat(43));
    expect((await forger.call(signIn, wrongSignIn(owner))).status).toBe(429);
  });

  test("who sets a new password by a mailed link gets in, in that browser whatever is tried meanwhile, and elsewhere at once", async () => {
    const owner = await createUser();
    await attack(owner, 12);
    expect((await browser().call(signIn, correctSignIn(owner))).status).toBe(429);
    const resetBrowser = browser();
    await openLink(resetBrowser, await createLink((await signedInAdmin()).client, owner.id));
    const newPassword = "Newer-5678!";
    (await resetBrowser.call(finishPasswordReset, { body: { new_password: newPassword } })).reply();
    const newCredentials = { body: { username: owner.email, password: newPassword } };
    // The new password cleared the earlier failed attempts.
    expect((await browser().call(signIn, newCredentials)).status).toBe(201);
    await attack(owner, 12);
    expect((await browser().call(signIn, newCredentials)).status).toBe(429);
    expect((await resetBrowser.call(signIn, newCredentials)).status).toBe(201);
  });

  test("who sets their first password gets in, in that browser, whatever is tried meanwhile", async () => {
    const invited = await createUser({ state: "new" });
    const [license] = await query<{ version: string }>(
      "select version from license_agreements where valid_from <= now() order by valid_from desc limit 1",
    );
    const setupBrowser = browser();
    await openLink(setupBrowser, await createLink((await signedInAdmin()).client, invited.id));
    const body = { password, agreement_version: license?.version ?? "" };
    (await setupBrowser.call(finishSetUp, { body })).reply();
    await attack(invited, 12);
    expect((await browser().call(signIn, correctSignIn(invited))).status).toBe(429);
    expect((await setupBrowser.call(signIn, correctSignIn(invited))).status).toBe(201);
  });

  test("a known browser has ten wrong tries of its own", async () => {
    const owner = await createUser();
    const ownBrowser = browser();
    (await ownBrowser.call(signIn, correctSignIn(owner))).reply();
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1)
      statuses.push((await ownBrowser.call(signIn, wrongSignIn(owner))).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
  });

  test("50 right sign-ins at once from one address all succeed", async () => {
    const user = await createUser();
    const { ip } = browser();
    const browsers = Array.from({ length: 50 }, () => browser(ip));
    const answers = await Promise.all(browsers.map((each) => each.call(signIn, correctSignIn(user))));
    expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(201));
    expect((await browsers[49]?.call(getSession))?.status).toBe(200);
  });

  test("an address has ten sign-ins a minute, whomever it tries", async () => {
    const { ip } = browser();
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1)
      statuses.push((await browser(ip).call(signIn, { body: { username: uniqueEmail(), password } })).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
  });

  test("an IPv6 network of 64 bits counts as one address", async () => {
    const network = `2001:db8:${Math.floor(Math.random() * 65_535).toString(16)}:${Math.floor(Math.random() * 65_535).toString(16)}`;
    const answers = [];
    for (let at = 1; at <= 11; at += 1)
      answers.push(await browser(`${network}::${at}`).call(requestPasswordReset, { body: { email: uniqueEmail() } }));
    expect(answers.map((answer) => answer.status)).toEqual([...Array(10).fill(200), 429]);
  });

  // RFC 4291 section 2.2: text forms of one address.
  test("an address counts as one, however it is written", async () => {
    const [a, b] = [randomInt(1, 65_536), randomInt(1, 65_536)].map((group) => group.toString(16));
    const early = (at: number) => [`2001:db8::${at}:1:1:1`, `2001:0DB8:0:0:${at.toString(16)}:1:1:1`];
    const inOneNetwork = [
      ...[1, 2, 3, 4, 5, 6].map((at) => `2001:db8:${a}:${b}:${at}:1:1:1`),
      `2001:0db8:${a}:${b}::1`,
      `2001:DB8:${a?.toUpperCase()}:${b}::2`,
      `2001:db8:${a}:${b}::10.0.0.1`,
      `2001:db8:${a}:${b}:0:0:0:ffff`,
    ];
    const low = randomInt(1, 65_536);
    const v4 = `172.16.${low >> 8}.${low & 255}`;
    const ipv4Spellings = [v4, `::ffff:${v4}`, `0:0:0:0:0:FFFF:${v4}`, `::ffff:ac10:${low.toString(16)}`];
    for (const [addresses, what] of [
      [inOneNetwork, "a /64"],
      [Array.from({ length: 10 }, (_, at) => ipv4Spellings[at % ipv4Spellings.length] ?? v4), "IPv4 in IPv6"],
      [[1, 2, 3, 4, 5].flatMap(early), "a compressed /64"],
    ] as const) {
      const ask = (ip: string) => browser(ip).call(requestPasswordReset, { body: { email: uniqueEmail() } });
      const statuses: number[] = [];
      for (const ip of [...addresses, addresses[0] ?? ""]) statuses.push((await ask(ip)).status);
      expect([what, statuses]).toEqual([what, [...Array(10).fill(200), 429]]);
    }
  });

  test("an account gets three reset links an hour at most, and the answer does not tell", async () => {
    const user = await createUser();
    const answers: Answer[] = [];
    for (let ask = 0; ask < 5; ask += 1) {
      answers.push(await browser().call(requestPasswordReset, { body: { email: user.email } }));
    }
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
    const listQueuedMails = () => query("select 1 from outbox where recipient = $1", [user.email]);
    expect(await listQueuedMails()).toHaveLength(3);
    // Ends the hour of this account's counter. Keys of counters are hashes, so the counter is found by its count and
    // its remaining time.
    const counter = "n = 5 and resets_at between now() + interval '59 minutes' and now() + interval '1 hour'";
    expect(await query(`update rate_counters set resets_at = now() where ${counter} returning 1`)).toHaveLength(1);
    (await browser().call(requestPasswordReset, { body: { email: user.email } })).reply();
    expect(await listQueuedMails()).toHaveLength(4);
  });

  test("an account gets three reset links an hour at most when eight are asked for at the same moment", async () => {
    const user = await createUser();
    // All eight requests reach the count of links before the first link is written.
    const lock = await hold("lock table audit_log in share mode");
    const ask = () => browser().call(requestPasswordReset, { body: { email: user.email } });
    const pendingAnswers = Promise.all(Array.from({ length: 8 }, ask));
    const countWaiting = async () =>
      (await lock.waiting()).filter((text) => text.includes("verification_codes")).length;
    await expect.poll(countWaiting, { interval: 10 }).toBeGreaterThanOrEqual(8);
    await lock.release();
    expect((await pendingAnswers).map((answer) => answer.status)).toEqual(Array(8).fill(200));
    expect((await query("select 1 from outbox where recipient = $1", [user.email])).length).toBeLessThanOrEqual(3);
  });

  test("guesses of codes at many accounts from many addresses raise an alarm that names nobody", async () => {
    const guess = () =>
      browser().call(verifyCode, {
        body: { scope: "verify:email-password-reset", user_id: crypto.randomUUID(), code: "AAAAAA" },
      });
    const readAlarms = () => worker.lines.filter((line) => line.includes('"alarm"')).map((line) => JSON.parse(line));
    expect(readAlarms(), "before").toEqual([]);
    // Wherever a minute begins, one minute holds more than 100 of these guesses.
    const answers = await Promise.all(Array.from({ length: 202 }, guess));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.errcode}`))).toEqual(
      new Set(["422 INVALID_VERIFICATION_CODE"]),
    );
    await expect.poll(() => readAlarms().length).toBeGreaterThan(0);
    expect(readAlarms()[0]).toEqual({
      level: "error",
      request_id: expect.any(String),
      event: "alarm",
      name: "wrong-codes",
      max: 100,
      window_s: 60,
    });
  });

  test.each([
    ["a reset", (email: string) => browser().call(requestPasswordReset, { body: { email } })],
    [
      "an account",
      (email: string) =>
        browser().call(requestAccount, { body: { first_name: "A", last_name: "B", org_name: "C", email } }),
    ],
  ])("one address can be asked %s for ten times a minute, from wherever", async (_what, ask) => {
    const email = uniqueEmail();
    const answers = [];
    for (let time = 0; time < 11; time += 1) answers.push(await ask(email));
    expect(answers.map((answer) => answer.status)).toEqual([...Array(10).fill(200), 429]);
  });
});

test("3,000 wrong sign-ins in a minute stop strangers everywhere, and a known browser still signs in", async () => {
  const app = await startOwnApp({ RATE_LIMIT_SCALE: "1" });
  try {
    const database = openDatabase(app.sandbox.databaseUrl);
    const owner = await factoriesOn(database).createUser();
    const newBrowser = () => createClient({ url: app.worker.url });
    const knownBrowser = newBrowser();
    (await knownBrowser.call(signIn, correctSignIn(owner))).reply();
    const guess = () => newBrowser().call(signIn, { body: { username: uniqueEmail(), password } });
    expect([(await guess()).status, (await guess()).status]).toEqual([422, 422]);
    // The guesses use two addresses and two accounts, so only the global counter has the value 2.
    expect(await database("update rate_counters set n = 3000 where n = 2 returning 1")).toHaveLength(1);
    const refusal = await guess();
    expect([refusal.status, (refusal.remaining ?? 0) <= 60]).toEqual([429, true]);
    expect((await knownBrowser.call(signIn, correctSignIn(owner))).status).toBe(201);
  } finally {
    await app.stop();
  }
});
