/*
 * Words of passwords that attackers try first. New passwords need a digit and a special character, so such a word with
 * additions passes the rules; a list of words covers more passwords than a list of passwords would.
 */
const words = new Set(
  (
    "password passwort passwd pass welcome qwerty qwertz azerty asdf asdfgh zxcvbn letmein admin administrator root login user guest " +
    "test testing demo default changeme change secret master monkey dragon iloveyou sunshine princess football baseball " +
    "soccer hockey shadow superman batman trustno michael jordan charlie thomas daniel jessica ashley summer winter " +
    "spring autumn monday friday january february march april june july august september october november december " +
    "company office computer internet access system server service support hello freedom whatever starwars pokemon " +
    "google apple samsung microsoft windows ninja mustang ferrari harley chelsea liverpool arsenal barcelona abc abcd abcdef " +
    "aa aaa qaz qazwsx qwe qweasd asd zxc xxx love lovely flower cookie cheese banana orange purple killer hunter " +
    "ginger buster pepper tigger maggie crunchbox cgx flowpoint"
  ).split(" "),
);
const lookAlikes: Record<string, string> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  $: "s",
  "5": "s",
};

const isKeySequence = (text: string): boolean =>
  ["1234567890", "0987654321", "1q2w3e4r5t6z", "1q2w3e4r5t6y", "a1b2c3d4e5", "abcdefghij"].some((row) =>
    row.startsWith(text),
  );

export function isCommon(password: string): boolean {
  const plain = password.toLowerCase().trim();
  const core = plain.replace(/^[^a-z]+/, "").replace(/[^a-z@$]+$/, "");
  const decodedWord = core.replace(/[@43105!$]/g, (sign) => lookAlikes[sign] ?? sign).replace(/[^a-z]/g, "");
  const keys = plain.replace(/[^a-z0-9]/g, "");
  return words.has(decodedWord) || words.has(core.replace(/[^a-z]/g, "")) || (keys.length > 3 && isKeySequence(keys));
}
