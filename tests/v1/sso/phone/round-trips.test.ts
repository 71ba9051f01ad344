import { afterAll, beforeAll, expect, test } from "vitest";
import { chooseTextTypes, confirmPhone, requestPhoneCode } from "../../../../worker/contract/v1/sso/phone.ts";
import { signedIn } from "../../../support/actors.ts";
import { type RecordedWorker, startRecordedWorker } from "../../../support/app.ts";
import { type Answer, type Client, createClient } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { countRoundTrips } from "../../../support/round-trips.ts";
import { sandbox } from "../../../support/sandbox.ts";
import { aNumber, newestCode, notThe, textsTo } from "./texts.ts";

let worker: RecordedWorker;
beforeAll(async () => {
  worker = await startRecordedWorker();
});
afterAll(() => worker?.stop());

const [notVerified] = chooseTextTypes.errors;
const [wrongCode] = confirmPhone.errors;
const [optedOut, numberRefused, notSent] = requestPhoneCode.errors;

const user = async (): Promise<Client> => createClient({ url: worker.url, session: (await signedIn()).token });

/** The round trips of a call with this answer: `ok`, or an errcode. */
async function tripsUntil(answer: string, call: () => Promise<Answer>) {
  return countRoundTrips(worker, async () => {
    const given = await call();
    expect(given.status === 200 ? "ok" : given.errcode).toBe(answer);
    return given;
  });
}

test("asking for a code, confirming it and choosing types take two round trips each, whatever they answer", async () => {
  const client = await user();
  const number = aNumber();
  const ask = () => client.call(requestPhoneCode, { body: { number } });
  const confirm = (code: string) => () => client.call(confirmPhone, { body: { code } });
  const choose = () => client.call(chooseTextTypes, { body: { types: ["orderShipped"] } });
  expect(await tripsUntil(notVerified, choose)).toBe(2);
  expect(await tripsUntil(wrongCode, confirm("000000")), "without a code").toBe(2);
  expect(await tripsUntil("ok", ask)).toBe(2);
  expect(await tripsUntil("ok", ask), "a double click").toBe(2);
  expect(await textsTo(number)).toHaveLength(1);
  const code = await newestCode(number);
  expect(await tripsUntil(wrongCode, confirm(notThe(code)))).toBe(2);
  expect(await tripsUntil("ok", confirm(code))).toBe(2);
  expect(await tripsUntil(wrongCode, confirm(code)), "a used code").toBe(2);
  expect(await tripsUntil("ok", choose)).toBe(2);
});

test("a number that opted out takes two round trips, and a provider's refusal one more", async () => {
  const stopped = aNumber();
  await query("insert into phone_opt_outs (number) values ($1)", [stopped]);
  const client = await user();
  const ask = (number: string) => () => client.call(requestPhoneCode, { body: { number } });
  expect(await tripsUntil(optedOut, ask(stopped))).toBe(2);
  const number = aNumber();
  await sandbox.addFault({ service: "sms", kind: "status", value: 503, text: encodeURIComponent(number) });
  expect(await tripsUntil(notSent, ask(number))).toBe(3);
  expect(await tripsUntil(numberRefused, ask("+15005550009"))).toBe(3);
  // two when the provider told another test so shortly before
  expect(await tripsUntil(optedOut, ask("+15005550004"))).toBeLessThanOrEqual(3);
  await query("delete from phone_opt_outs where number = '+15005550004'");
});
