const segmentsMax = 10;
/** One unit less than the protocol's 153 and 67, because a character of two units is never split between segments. */
const unitsPerSegment = { gsm: 152, ucs2: 66 };
const gsmBasic =
  "@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const gsmExtended = "^{}\\[~]|€";

const isGsm = (char: string): boolean => gsmBasic.includes(char) || gsmExtended.includes(char);
const charUnits = { gsm: (char: string) => (gsmExtended.includes(char) ? 2 : 1), ucs2: (char: string) => char.length };

/** Text without control and direction characters, cut to 10 segments (GSM 03.38 or UCS-2). */
export const toSmsText = (body: string): string => {
  const clean = body
    .replace(/\r\n?/g, "\n")
    .replace(/[^\n\P{Cc}]|[\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu, "");
  const chars = [...clean.trim()];
  const encoding = chars.every(isGsm) ? "gsm" : "ucs2";
  const unitsMax = segmentsMax * unitsPerSegment[encoding];
  const countUnits = (list: string[]) => list.reduce((sum, char) => sum + charUnits[encoding](char), 0);
  if (countUnits(chars) <= unitsMax) return chars.join("");
  let units = 3;
  const fittingChars = chars.slice(
    0,
    chars.findIndex((char) => (units += charUnits[encoding](char)) > unitsMax),
  );
  return `${fittingChars.join("")}...`;
};
