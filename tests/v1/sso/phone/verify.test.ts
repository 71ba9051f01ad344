// Request, confirmation and limits of a phone code, on one app with its own limits.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  chooseTextTypes,
  confirmPhone,
  getPhone,
  removePhone,
  requestPhoneCode,
} from "../../../../worker/contract/v1/sso/phone.ts";
import { getProfile } from "../../../../worker/contract/v1/sso/user.ts";
import { impersonating, signedIn } from "../../../support/actors.ts";
import { type LoggedWorker, startSecondWorker } from "../../../support/app.ts";
import { type Client, createClient } from "../../../support/client.ts";
import { type RowLock, hold, query } from "../../../support/database.ts";
import { createUser } from "../../../support/factories.ts";
import { sandbox } from "../../../support/sandbox.ts";
import {
  unusedNumber,
  fetchNewestCode,
  differentCode,
  fetchTexts,
  waitForTexts,
  createUserWithPhone,
} from "./texts.ts";

const ask = (client: Client, number: string) => client.call(requestPhoneCode, { body: { number } });
const confirm = (client: Client, code: string) => client.call(confirmPhone, { body: { code } });
const fetchPhone = async (client: Client) => (await client.call(getPhone)).reply();
const countWaitingPhones = async (rowLock: RowLock): Promise<number> =>
  (await rowLock.waiting()).filter((statement) => statement.includes("phone_codes")).length;

describe("a phone number", () => {
  test("is verified by the six digits of a text message, and is none of the profile's", async () => {
    const { client, user } = await signedIn();
    await query("update users set phone = 'front desk' where id = $1", [user.id]);
    expect(await fetchPhone(client)).toMatchObject({ number: null, pending: null, types: [], is_available: true });
    const number = unusedNumber();
    const formattedNumber = `(${number.slice(2, 5)}) ${number.slice(5, 8)}-${number.slice(8)}`;
    expect((await ask(client, formattedNumber)).reply()).toMatchObject({ number: null, pending: { number } });
    const [text = ""] = await waitForTexts(number, 1);
    expect(text).toMatch(/^CrunchBox: \d{6} is your code/);
    expect(text, "phones fill it in on this host alone").toMatch(/\n@localhost #\d{6}$/);
    const code = await fetchNewestCode(number);
    expect((await confirm(client, differentCode(code))).errcode).toBe("INVALID_VERIFICATION_CODE");
    const spacedCode = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect((await confirm(client, spacedCode)).reply()).toMatchObject({ number, pending: null, is_opted_out: false });
    expect((await client.call(getProfile)).reply()).toMatchObject({ phone: "front desk" });
    expect((await confirm(client, code)).errcode, "it works once").toBe("INVALID_VERIFICATION_CODE");
    const actions = await query<{ action: string }>("select action from audit_log where subject_id = $1 order by id", [
      user.id,
    ]);
    expect(actions.map(({ action }) => action)).toEqual(expect.arrayContaining(["requestPhoneCode", "confirmPhone"]));
  });

  test.each([
    "",
    "512 555",
    "911",
    "+1 512 555 0143 x5",
    "+1 900 555 0143",
    "+881 612345678",
    "call me",
    "+999 1234567",
  ])("%j is refused by its field, and costs nothing", async (number) => {
    const { client } = await signedIn();
    const { status, issues } = await ask(client, number);
    expect([status, issues[0]?.path[0]]).toEqual([400, "number"]);
  });

  test("gets one message from a double click", async () => {
    const { client } = await signedIn();
    const number = unusedNumber();
    const first = (await ask(client, number)).reply();
    expect((await ask(client, number)).reply()).toEqual(first);
    expect(await fetchTexts(number)).toHaveLength(1);
  });

  test("gets one message from two requests side by side", async () => {
    const { client, user } = await signedIn();
    const number = unusedNumber();
    // A requested code is inserted under a share lock of its user, so both requests stop after they looked for an
    // older one.
    const userLock = await hold("select 1 from users where id = $1 for update", [user.id]);
    const answers = [ask(client, number), ask(client, number)];
    await expect.poll(() => countWaitingPhones(userLock)).toBe(2);
    await userLock.release();
    const [first, second] = (await Promise.all(answers)).map((answer) => answer.reply());
    expect(second).toEqual(first);
    expect(first).toMatchObject({ pending: { number } });
    expect(await fetchTexts(number)).toHaveLength(1);
    (await confirm(client, await fetchNewestCode(number))).reply();
  });

  test("is removed while a code for it is confirmed: one of the two wins, and none of them fails", async () => {
    const { client, user, number } = await createUserWithPhone();
    (await ask(client, number)).reply();
    const code = await fetchNewestCode(number);
    const lock = await hold("select 1 from user_phones where user_id = $1 for update", [user.id]);
    const removal = client.call(removePhone);
    await expect.poll(() => countWaitingPhones(lock)).toBe(1);
    const confirmation = confirm(client, code);
    await expect.poll(() => countWaitingPhones(lock)).toBe(2);
    await lock.release();
    expect((await removal).status).toBe(200);
    expect((await confirmation).errcode).toBe("INVALID_VERIFICATION_CODE");
    expect(await fetchPhone(client)).toMatchObject({ number: null, pending: null });
  });

  test("is not verified by guessing: five wrong tries, also side by side, end a code", async () => {
    const { client } = await signedIn();
    const number = unusedNumber();
    (await ask(client, number)).reply();
    const code = await fetchNewestCode(number);
    const wrongAnswers = await Promise.all(Array.from({ length: 10 }, () => confirm(client, differentCode(code))));
    expect(new Set(wrongAnswers.map(({ errcode }) => errcode))).toEqual(new Set(["INVALID_VERIFICATION_CODE"]));
    expect((await confirm(client, code)).errcode).toBe("INVALID_VERIFICATION_CODE");
    expect(await fetchPhone(client)).toMatchObject({ number: null, pending: null });
  });

  test("is not verified by a code after ten minutes, of another person, or of an older message", async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    const [first, second] = [unusedNumber(), unusedNumber()];
    (await ask(one.client, first)).reply();
    const oldCode = await fetchNewestCode(first);
    expect((await confirm(other.client, oldCode)).errcode).toBe("INVALID_VERIFICATION_CODE");
    (await ask(one.client, second)).reply();
    const code = await fetchNewestCode(second);
    if (oldCode !== code) expect((await confirm(one.client, oldCode)).errcode).toBe("INVALID_VERIFICATION_CODE");
    const lifetimes = await query<{ minutes: number }>(
      "select extract(epoch from expires_at - created_at)::int / 60 as minutes from phone_codes where user_id = $1",
      [one.user.id],
    );
    expect(lifetimes).toEqual([{ minutes: 10 }, { minutes: 10 }]);
    await query("update phone_codes set expires_at = now() where user_id = $1", [one.user.id]);
    expect((await confirm(one.client, code)).errcode).toBe("INVALID_VERIFICATION_CODE");
  });

  test("is kept until another one is confirmed, may be several people's, and is removed", async () => {
    const { client, number } = await createUserWithPhone();
    (await client.call(chooseTextTypes, { body: { types: ["orderShipped"] } })).reply();
    const nextNumber = unusedNumber();
    expect((await ask(client, nextNumber)).reply()).toMatchObject({ number, pending: { number: nextNumber } });
    expect((await confirm(client, await fetchNewestCode(nextNumber))).reply()).toMatchObject({
      number: nextNumber,
      types: ["orderShipped"],
    });
    const colleague = await createUserWithPhone(number);
    expect((await fetchPhone(colleague.client)).number).toBe(number);
    (await client.call(removePhone)).reply();
    (await client.call(removePhone)).reply();
    expect(await fetchPhone(client)).toMatchObject({ number: null, types: [] });
    expect((await client.call(chooseTextTypes, { body: { types: ["orderShipped"] } })).errcode).toBe(
      "PHONE_NOT_VERIFIED",
    );
  });
});

describe("what the provider does not send", () => {
  test.each([
    ["+15005550001", "PHONE_NUMBER_REFUSED"],
    ["+15005550009", "PHONE_NUMBER_REFUSED"],
    ["+15005550004", "PHONE_OPTED_OUT"],
  ])("to %s is told at once: %s", async (number, errcode) => {
    const { client } = await signedIn();
    const answer = await ask(client, number);
    expect([answer.status, answer.errcode]).toEqual([422, errcode]);
    expect((await fetchPhone(client)).pending).toBeNull();
    await query("delete from phone_opt_outs where number = $1", [number]);
  });

  test("because it is too busy or away is told, and can be asked for again", async () => {
    const { client } = await signedIn();
    const number = unusedNumber();
    for (const fault of [{ kind: "status", value: 429 }, { kind: "status", value: 503 }, { kind: "cut" }] as const) {
      await sandbox.addFault({ service: "sms", ...fault, text: encodeURIComponent(number) });
      const answer = await ask(client, number);
      expect([fault.kind, answer.status, answer.errcode]).toEqual([fault.kind, 422, "NOTIFICATION_ERROR"]);
    }
    expect((await ask(client, number)).reply().pending?.number).toBe(number);
  });
});

describe("codes are bounded, because each costs money", () => {
  let worker: LoggedWorker;
  beforeAll(async () => {
    worker = await startSecondWorker({ RATE_LIMIT_SCALE: "1" });
  });
  afterAll(() => worker?.stop());

  const createLimitedClient = async (org_id?: string): Promise<Client> => {
    const { token } = await signedIn(org_id ? { org_id } : {});
    return createClient({ url: worker.url, session: token });
  };
  const requestCodes = async (client: Client, numbers: string[]) => {
    const statusCodes: number[] = [];
    for (const number of numbers) statusCodes.push((await ask(client, number)).status);
    return statusCodes;
  };

  test("to three an hour for a person, whatever the number", async () => {
    const client = await createLimitedClient();
    expect(await requestCodes(client, [unusedNumber(), unusedNumber(), unusedNumber(), unusedNumber()])).toEqual([
      200, 200, 200, 429,
    ]);
  });

  test("to five a day for a number, whoever asks", async () => {
    const number = unusedNumber();
    const statusCodes: number[] = [];
    for (let person = 0; person < 6; person += 1)
      statusCodes.push((await ask(await createLimitedClient(), number)).status);
    expect(statusCodes).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test("to five a day for an organization to other countries, islands of +1 among them", async () => {
    const { org_id } = await createUser();
    const foreignNumbers = [
      "+447911123456",
      "+18765550123",
      "+491711234567",
      "+33612345678",
      "+61412345678",
      "+12425550123",
    ];
    const statusCodes: number[] = [];
    for (const number of foreignNumbers)
      statusCodes.push((await ask(await createLimitedClient(org_id), number)).status);
    expect(statusCodes).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await ask(await createLimitedClient(org_id), unusedNumber())).status, "at home it goes on").toBe(200);
  });
});

describe("guesses are bounded for a person, over all their codes", () => {
  let worker: LoggedWorker;
  beforeAll(async () => {
    worker = await startSecondWorker({ RATE_LIMIT_SCALE: "1" });
  });
  afterAll(() => worker?.stop());

  const requestCode = async (client: Client): Promise<string> => {
    const number = unusedNumber();
    (await ask(client, number)).reply();
    return fetchNewestCode(number);
  };

  test("fifteen wrong ones an hour, side by side too, then the right one is refused and stays good", async () => {
    const { client, token } = await signedIn();
    const limitedClient = createClient({ url: worker.url, session: token });
    let code = "";
    for (let round = 0; round < 3; round += 1) {
      code = await requestCode(client);
      const wrongAnswers = await Promise.all(
        Array.from({ length: 5 }, () => confirm(limitedClient, differentCode(code))),
      );
      expect(wrongAnswers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
    }
    code = await requestCode(client);
    expect((await confirm(limitedClient, code)).status).toBe(429);
    expect((await confirm(limitedClient, differentCode(code))).status).toBe(429);
    expect((await confirm(client, code)).status, "a refused try is none of the code's five").toBe(200);
  });

  test("right ones count nothing", async () => {
    const { client, token } = await signedIn();
    const limitedClient = createClient({ url: worker.url, session: token });
    for (let round = 0; round < 16; round += 1)
      expect((await confirm(limitedClient, await requestCode(client))).status, `code ${round + 1}`).toBe(200);
  });

  test("of one right code side by side one is taken", async () => {
    const { client } = await signedIn();
    const code = await requestCode(client);
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(client, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422]);
  });

  test("a number that opted out counts nothing for whoever asks", async () => {
    const { token } = await signedIn();
    const limitedClient = createClient({ url: worker.url, session: token });
    const number = unusedNumber();
    await query("insert into phone_opt_outs (number) values ($1)", [number]);
    for (let time = 0; time < 4; time += 1) expect((await ask(limitedClient, number)).errcode).toBe("PHONE_OPTED_OUT");
    expect((await ask(limitedClient, unusedNumber())).status).toBe(200);
  });
});

test("a number is not shown to an administrator who acts as the person", async () => {
  const { user, number } = await createUserWithPhone();
  const { client, token } = await impersonating(user);
  const { status, errcode, text } = await client.call(getPhone);
  expect([status, errcode, text.includes(number)]).toEqual([403, "USR_NOT_AUTHORIZED", false]);
  const page = await createClient({ session: token }).fetch("/portal/notifications/settings");
  expect(page.status).toBe(200);
  expect(await page.text()).not.toContain(number.slice(2));
});

test("a shop without text messages offers none", async () => {
  const worker = await startSecondWorker({ SMS_ACCOUNT_SID: "", SMS_AUTH_TOKEN: "", SMS_FROM: "" });
  try {
    const { token } = await signedIn();
    const client = createClient({ url: worker.url, session: token });
    expect(await fetchPhone(client)).toMatchObject({ is_available: false, shop_number: null });
    expect((await ask(client, unusedNumber())).errcode).toBe("NOTIFICATION_ERROR");
    const fetchPage = async (path: string) => {
      const answer = await fetch(worker.url + path, { headers: { cookie: `__Host-session=${token}` } });
      return { status: answer.status, text: await answer.text() };
    };
    expect((await fetchPage("/portal/profile")).text).not.toContain("Text messages");
    expect((await fetchPage("/portal/phone")).status).toBe(404);
    expect((await fetchPage("/portal/notifications/settings")).text).not.toMatch(/Text messages|phone number/);
  } finally {
    await worker.stop();
  }
});
