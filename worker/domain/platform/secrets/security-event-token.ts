import { pageBase } from "../../../contract/hosts.ts";
import { hrefOf, pages } from "../../../contract/pages.ts";
import type { Settings } from "../../../env.ts";
import { hmac } from "./keyed-hash.ts";
import { isEqual } from "./tokens.ts";
import type { Peppers } from "./verification-code.ts";

type EventOfUser = { event_id: string; user_id: string };

/** 128 bits derived from the event's row and stored nowhere. */
async function eventToken(pepper: string, { event_id, user_id }: EventOfUser): Promise<string> {
  const digest = await hmac(pepper, `security-event:1:${event_id}:${user_id}`);
  return Buffer.from(digest.subarray(0, 16)).toString("base64url");
}

export async function isSecurityEventToken(peppers: Peppers, of: EventOfUser, token: string): Promise<boolean> {
  const { CODE_PEPPER, CODE_PEPPER_PREVIOUS } = peppers;
  const expected = await Promise.all(
    [CODE_PEPPER, CODE_PEPPER_PREVIOUS || CODE_PEPPER].map((pepper) => eventToken(pepper, of)),
  );
  return expected.filter((each) => isEqual(each, token)).length > 0;
}

/** The URL of the page where the account's owner reports that an event was not theirs. */
export const securityEventUrl = async (settings: Settings, of: EventOfUser): Promise<string> =>
  pageBase(settings, pages.notMe) + hrefOf(pages.notMe, { ...of, token: await eventToken(settings.CODE_PEPPER, of) });
