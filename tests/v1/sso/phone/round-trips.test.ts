import { afterAll, beforeAll, expect, test } from "vitest";
import { chooseTextTypes, confirmPhone, requestPhoneCode } from "../../../../worker/contract/v1/sso/phone.ts";
import { signedIn } from "../../../support/actors.ts";
import { type RecordedWorker, startRecordedWorker } from "../../../support/app.ts";
import { type Answer, type Client, createClient } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { countRoundTrips } from "../../../support/round-trips.ts";
import { sandbox } from "../../../support/sandbox.ts";
import { unusedNumber, fetchNewestCode, differentCode, fetchTexts } from "./texts.ts";

let worker: RecordedWorker;
beforeAll(async () => {
  worker = await startRecordedWorker();
});
afterAll(() => worker?.stop());

const [notVerified] = chooseTextTypes.errors;
const [wrongCode] = confirmPhone.errors;
const [optedOut, numberRefused, notSent] = requestPhoneCode.errors;

const createUserClient = async (): Promise<Client> =>
  createClient({ url: worker.url, session: (await signedIn()).token });

/** Counts the round trips of a call and checks its answer: `ok` or an errcode. */
async function countTripsUntil(answer: string, call: () => Promise<Answer>) {
  return countRoundTrips(worker, async () => {
    const result = await call();
    expect(result.status === 200 ? "ok" : result.errcode).toBe(answer);
    return result;
  });
}

test("asking for a code, confirming it and choosing types take two round trips each, whatever they answer", async () => {
  const client = await createUserClient();
  const number = unusedNumber();
  const ask = () => client.call(requestPhoneCode, { body: { number } });
  const confirm = (code: string) => () => client.call(confirmPhone, { body: { code } });
  const choose = () => client.call(chooseTextTypes, { body: { types: ["orderShipped"] } });
  expect(await countTripsUntil(notVerified, choose)).toBe(2);
  expect(await countTripsUntil(wrongCode, confirm("000000")), "without a code").toBe(2);
  expect(await countTripsUntil("ok", ask)).toBe(2);
  expect(await countTripsUntil("ok", ask), "a double click").toBe(2);
  expect(await fetchTexts(number)).toHaveLength(1);
  const code = await fetchNewestCode(number);
  expect(await countTripsUntil(wrongCode, confirm(differentCode(code)))).toBe(2);
  expect(await countTripsUntil("ok", confirm(code))).toBe(2);
  expect(await countTripsUntil(wrongCode, confirm(code)), "a used code").toBe(2);
  expect(await countTripsUntil("ok", choose)).toBe(2);
});

test("a number that opted out takes two round trips, and a provider's refusal one more", async () => {
  const optedOutNumber = unusedNumber();
  await query("insert into phone_opt_outs (number) values ($1)", [optedOutNumber]);
  const client = await createUserClient();
  const ask = (number: string) => () => client.call(requestPhoneCode, { body: { number } });
  expect(await countTripsUntil(optedOut, ask(optedOutNumber))).toBe(2);
  const number = unusedNumber();
  await sandbox.addFault({ service: "sms", kind: "status", value: 503, text: encodeURIComponent(number) });
  expect(await countTripsUntil(notSent, ask(number))).toBe(3);
  expect(await countTripsUntil(numberRefused, ask("+15005550009"))).toBe(3);
  // The call takes two round trips if another test has just recorded this opt-out.
  expect(await countTripsUntil(optedOut, ask("+15005550004"))).toBeLessThanOrEqual(3);
  await query("delete from phone_opt_outs where number = '+15005550004'");
});
