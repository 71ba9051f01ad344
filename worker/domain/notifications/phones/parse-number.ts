import { BadRequest } from "../../../contract/errors.ts";

export type PhoneNumber = {
  /** E.164. */
  number: string;
  is_abroad: boolean;
};

const defaultCountry = "US";
/** Countries with equal message prices; the other countries of +1 are as expensive as abroad. */
const neighbors = ["US", "CA"];
const isPremium = (number: string): boolean => number.startsWith("+1900");

const invalidNumber = () =>
  new BadRequest([
    {
      code: "custom",
      path: ["number"],
      message:
        "Enter a complete phone number. Outside the US, start with + and the country code, such as +44 20 7946 0018.",
    },
  ]);

/** Parses a number in any format; without a country code it is a US number. @throws BadRequest for invalid numbers */
export async function parseNumber(input: string, ownNumber: string): Promise<PhoneNumber> {
  // The metadata of all countries is 80 kB, needed only to add a number.
  const { parsePhoneNumberFromString } = await import("libphonenumber-js/min");
  const parsed = parsePhoneNumberFromString(input, defaultCountry);
  // Numbers of satellite phones and shared-cost services have no country.
  const country = parsed?.country;
  if (!parsed?.isValid() || parsed.ext || !country || isPremium(parsed.number)) throw invalidNumber();
  const ownCountry = parsePhoneNumberFromString(ownNumber, defaultCountry)?.country ?? defaultCountry;
  const isNear = country === ownCountry || [country, ownCountry].every((each) => neighbors.includes(each));
  return { number: parsed.number, is_abroad: !isNear };
}
