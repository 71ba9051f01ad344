import { BadRequest } from "../../../contract/errors.ts";

export type PhoneNumber = {
  /** E.164. */
  number: string;
  /** Whether it is in another country than the shop's own number. */
  is_abroad: boolean;
};

const usual = "US";
/** Countries that a message costs the same from; other numbers of +1 are dear ones abroad. */
const neighbors = ["US", "CA"];
/** Numbers of +1 at which whoever calls pays by the minute. */
const isPremium = (number: string): boolean => number.startsWith("+1900");

const refused = () =>
  new BadRequest([
    {
      code: "custom",
      path: ["number"],
      message: "Enter a complete phone number. Outside the US begin with + and the country code, as +44 20 7946 0018.",
    },
  ]);

/** A number in any spelling; one without a country code is a US one. Throws BadRequest for what cannot be called. */
export async function parseNumber(written: string, ownNumber: string): Promise<PhoneNumber> {
  // what every country allows is 80 kB, which only who adds a number needs
  const { parsePhoneNumberFromString } = await import("libphonenumber-js/min");
  const parsed = parsePhoneNumberFromString(written, usual);
  // satellites and services that share their price have no country
  const country = parsed?.country;
  if (!parsed?.isValid() || parsed.ext || !country || isPremium(parsed.number)) throw refused();
  const own = parsePhoneNumberFromString(ownNumber, usual)?.country ?? usual;
  const isNear = country === own || [country, own].every((each) => neighbors.includes(each));
  return { number: parsed.number, is_abroad: !isNear };
}
