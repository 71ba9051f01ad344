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
import { type Hold, hold, query } from "../../../support/database.ts";
import { createUser } from "../../../support/factories.ts";
import { sandbox } from "../../../support/sandbox.ts";
import { aNumber, newestCode, notThe, textsTo, waitForTexts, withPhone } from "./texts.ts";

const ask = (client: Client, number: string) => client.call(requestPhoneCode, { body: { number } });
const confirm = (client: Client, code: string) => client.call(confirmPhone, { body: { code } });
const read = async (client: Client) => (await client.call(getPhone)).reply();
/** Number of statements about phone numbers that wait for a lock. */
const waitingPhones = async (held: Hold): Promise<number> =>
  (await held.waiting()).filter((statement) => statement.includes("phone_codes")).length;

describe("a phone number", () => {
  test("is verified by the six digits of a text message, and is none of the profile's", async () => {
    const { client, user } = await signedIn();
    await query("update users set phone = 'front desk' where id = $1", [user.id]);
    expect(await read(client)).toMatchObject({ number: null, pending: null, types: [], is_available: true });
    const number = aNumber();
    const spelled = `(${number.slice(2, 5)}) ${number.slice(5, 8)}-${number.slice(8)}`;
    expect((await ask(client, spelled)).reply()).toMatchObject({ number: null, pending: { number } });
    const [text = ""] = await waitForTexts(number, 1);
    expect(text).toMatch(/^CrunchBox: \d{6} is your code/);
    expect(text, "phones fill it in on this host alone").toMatch(/\n@localhost #\d{6}$/);
    const code = await newestCode(number);
    expect((await confirm(client, notThe(code))).errcode).toBe("INVALID_VERIFICATION_CODE");
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect((await confirm(client, spaced)).reply()).toMatchObject({ number, pending: null, is_opted_out: false });
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
    const number = aNumber();
    const first = (await ask(client, number)).reply();
    expect((await ask(client, number)).reply()).toEqual(first);
    expect(await textsTo(number)).toHaveLength(1);
  });

  test("gets one message from two requests side by side", async () => {
    const { client, user } = await signedIn();
    const number = aNumber();
    // A requested code is inserted under a share lock of its user, so both requests stop after they looked for an
    // older one.
    const held = await hold("select 1 from users where id = $1 for update", [user.id]);
    const answers = [ask(client, number), ask(client, number)];
    await expect.poll(() => waitingPhones(held)).toBe(2);
    await held.release();
    const [first, second] = (await Promise.all(answers)).map((answer) => answer.reply());
    expect(second).toEqual(first);
    expect(first).toMatchObject({ pending: { number } });
    expect(await textsTo(number)).toHaveLength(1);
    (await confirm(client, await newestCode(number))).reply();
  });

  test("is removed while a code for it is confirmed: one of the two wins, and none of them fails", async () => {
    const { client, user, number } = await withPhone();
    (await ask(client, number)).reply();
    const code = await newestCode(number);
    const lock = await hold("select 1 from user_phones where user_id = $1 for update", [user.id]);
    const removal = client.call(removePhone);
    await expect.poll(() => waitingPhones(lock)).toBe(1);
    const confirmation = confirm(client, code);
    await expect.poll(() => waitingPhones(lock)).toBe(2);
    await lock.release();
    expect((await removal).status).toBe(200);
    expect((await confirmation).errcode).toBe("INVALID_VERIFICATION_CODE");
    expect(await read(client)).toMatchObject({ number: null, pending: null });
  });

  test("is not verified by guessing: five wrong tries, also side by side, end a code", async () => {
    const { client } = await signedIn();
    const number = aNumber();
    (await ask(client, number)).reply();
    const code = await newestCode(number);
    const wrong = await Promise.all(Array.from({ length: 10 }, () => confirm(client, notThe(code))));
    expect(new Set(wrong.map(({ errcode }) => errcode))).toEqual(new Set(["INVALID_VERIFICATION_CODE"]));
    expect((await confirm(client, code)).errcode).toBe("INVALID_VERIFICATION_CODE");
    expect(await read(client)).toMatchObject({ number: null, pending: null });
  });

  test("is not verified by a code after ten minutes, of another person, or of an older message", async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    const [first, second] = [aNumber(), aNumber()];
    (await ask(one.client, first)).reply();
    const old = await newestCode(first);
    expect((await confirm(other.client, old)).errcode).toBe("INVALID_VERIFICATION_CODE");
    (await ask(one.client, second)).reply();
    const code = await newestCode(second);
    if (old !== code) expect((await confirm(one.client, old)).errcode).toBe("INVALID_VERIFICATION_CODE");
    const lives = await query<{ minutes: number }>(
      "select extract(epoch from expires_at - created_at)::int / 60 as minutes from phone_codes where user_id = $1",
      [one.user.id],
    );
    expect(lives).toEqual([{ minutes: 10 }, { minutes: 10 }]);
    await query("update phone_codes set expires_at = now() where user_id = $1", [one.user.id]);
    expect((await confirm(one.client, code)).errcode).toBe("INVALID_VERIFICATION_CODE");
  });

  test("is kept until another one is confirmed, may be several people's, and is removed", async () => {
    const { client, number } = await withPhone();
    (await client.call(chooseTextTypes, { body: { types: ["orderShipped"] } })).reply();
    const next = aNumber();
    expect((await ask(client, next)).reply()).toMatchObject({ number, pending: { number: next } });
    expect((await confirm(client, await newestCode(next))).reply()).toMatchObject({
      number: next,
      types: ["orderShipped"],
    });
    const colleague = await withPhone(number);
    expect((await read(colleague.client)).number).toBe(number);
    (await client.call(removePhone)).reply();
    (await client.call(removePhone)).reply();
    expect(await read(client)).toMatchObject({ number: null, types: [] });
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
    expect((await read(client)).pending).toBeNull();
    await query("delete from phone_opt_outs where number = $1", [number]);
  });

  test("because it is too busy or away is told, and can be asked for again", async () => {
    const { client } = await signedIn();
    const number = aNumber();
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

  const on = async (org_id?: string): Promise<Client> => {
    const { token } = await signedIn(org_id ? { org_id } : {});
    return createClient({ url: worker.url, session: token });
  };
  const statuses = async (client: Client, numbers: string[]) => {
    const found: number[] = [];
    for (const number of numbers) found.push((await ask(client, number)).status);
    return found;
  };

  test("to three an hour for a person, whatever the number", async () => {
    const client = await on();
    expect(await statuses(client, [aNumber(), aNumber(), aNumber(), aNumber()])).toEqual([200, 200, 200, 429]);
  });

  test("to five a day for a number, whoever asks", async () => {
    const number = aNumber();
    const found: number[] = [];
    for (let person = 0; person < 6; person += 1) found.push((await ask(await on(), number)).status);
    expect(found).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test("to five a day for an organization to other countries, islands of +1 among them", async () => {
    const { org_id } = await createUser();
    const abroad = ["+447911123456", "+18765550123", "+491711234567", "+33612345678", "+61412345678", "+12425550123"];
    const found: number[] = [];
    for (const number of abroad) found.push((await ask(await on(org_id), number)).status);
    expect(found).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await ask(await on(org_id), aNumber())).status, "at home it goes on").toBe(200);
  });
});

describe("guesses are bounded for a person, over all their codes", () => {
  let worker: LoggedWorker;
  beforeAll(async () => {
    worker = await startSecondWorker({ RATE_LIMIT_SCALE: "1" });
  });
  afterAll(() => worker?.stop());

  const codeSentTo = async (client: Client): Promise<string> => {
    const number = aNumber();
    (await ask(client, number)).reply();
    return newestCode(number);
  };

  test("fifteen wrong ones an hour, side by side too, then the right one is refused and stays good", async () => {
    const { client, token } = await signedIn();
    const limited = createClient({ url: worker.url, session: token });
    let code = "";
    for (let round = 0; round < 3; round += 1) {
      code = await codeSentTo(client);
      const wrong = await Promise.all(Array.from({ length: 5 }, () => confirm(limited, notThe(code))));
      expect(wrong.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
    }
    code = await codeSentTo(client);
    expect((await confirm(limited, code)).status).toBe(429);
    expect((await confirm(limited, notThe(code))).status).toBe(429);
    expect((await confirm(client, code)).status, "a refused try is none of the code's five").toBe(200);
  });

  test("right ones count nothing", async () => {
    const { client, token } = await signedIn();
    const limited = createClient({ url: worker.url, session: token });
    for (let round = 0; round < 16; round += 1)
      expect((await confirm(limited, await codeSentTo(client))).status, `code ${round + 1}`).toBe(200);
  });

  test("of one right code side by side one is taken", async () => {
    const { client } = await signedIn();
    const code = await codeSentTo(client);
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(client, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422]);
  });

  test("a number that opted out counts nothing for whoever asks", async () => {
    const { token } = await signedIn();
    const limited = createClient({ url: worker.url, session: token });
    const number = aNumber();
    await query("insert into phone_opt_outs (number) values ($1)", [number]);
    for (let time = 0; time < 4; time += 1) expect((await ask(limited, number)).errcode).toBe("PHONE_OPTED_OUT");
    expect((await ask(limited, aNumber())).status).toBe(200);
  });
});

test("a number is not shown to an administrator who acts as the person", async () => {
  const { user, number } = await withPhone();
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
    expect(await read(client)).toMatchObject({ is_available: false, shop_number: null });
    expect((await ask(client, aNumber())).errcode).toBe("NOTIFICATION_ERROR");
    const page = async (path: string) => {
      const answer = await fetch(worker.url + path, { headers: { cookie: `__Host-session=${token}` } });
      return { status: answer.status, text: await answer.text() };
    };
    expect((await page("/portal/profile")).text).not.toContain("Text messages");
    expect((await page("/portal/phone")).status).toBe(404);
    expect((await page("/portal/notifications/settings")).text).not.toMatch(/Text messages|phone number/);
  } finally {
    await worker.stop();
  }
});
