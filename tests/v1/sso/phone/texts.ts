import { confirmPhone, requestPhoneCode } from "../../../../worker/contract/v1/sso/phone.ts";
import { type Actor, signedIn } from "../../../support/actors.ts";
import { expect } from "vitest";
import { sandbox } from "../../../support/sandbox.ts";

/** A random number in Texas, so that tests do not share numbers. */
export const unusedNumber = (): string =>
  `+1512${2 + Math.floor(Math.random() * 8)}${String(Math.random()).slice(2, 8)}`;

/** The messages sent to a number, newest first. */
export const fetchTexts = async (number: string): Promise<{ text: string; to: string }[]> =>
  (await fetch(`${sandbox.url}/sms.json?to=${encodeURIComponent(number)}`)).json();

export async function waitForTexts(number: string, count: number): Promise<string[]> {
  await expect.poll(async () => (await fetchTexts(number)).length).toBe(count);
  return (await fetchTexts(number)).map(({ text }) => text);
}

export const extractCode = (text = ""): string => /\b\d{6}\b/.exec(text)?.[0] ?? "";
export const fetchNewestCode = async (number: string): Promise<string> =>
  extractCode((await fetchTexts(number))[0]?.text);
export const differentCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** Sends a text message to the shop's number and returns the status of the shop's webhook. */
export async function sendText(from: string, text: string): Promise<number> {
  const result = await (await sandbox.post("/sms/incoming", { from, text })).json();
  return result.store_status;
}

export async function createUserWithPhone(number = unusedNumber()): Promise<Actor & { number: string }> {
  const actor = await signedIn({ roles: ["buyer", "user"] });
  (await actor.client.call(requestPhoneCode, { body: { number } })).reply();
  (await actor.client.call(confirmPhone, { body: { code: await fetchNewestCode(number) } })).reply();
  return { ...actor, number };
}
