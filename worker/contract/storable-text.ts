/**
 * Postgres stores neither NUL (https://www.postgresql.org/docs/current/datatype-character.html) nor lone surrogates, which
 * UTF-8 cannot encode. Input with such text is refused where it is parsed; webhooks and answers of providers replace it.
 */
const unstorable = /[\0\p{Surrogate}]/u;
const everyUnstorable = /[\0\p{Surrogate}]/gu;

export const unstorableMessage = "must be whole Unicode characters without NUL";

export const isStorable = (text: string): boolean => !unstorable.test(text);

/** Paths of the texts and keys inside of a value that cannot be stored. */
export function unstorablePaths(value: unknown, path: readonly PropertyKey[] = []): PropertyKey[][] {
  if (typeof value === "string") return isStorable(value) ? [] : [[...path]];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((each, at) => unstorablePaths(each, [...path, at]));
  return Object.entries(value).flatMap(([key, each]) =>
    isStorable(key) ? unstorablePaths(each, [...path, key]) : [[...path, key]],
  );
}

/** The value with every unstorable character of its texts and keys replaced. */
function replaceUnstorable(value: unknown, replacement: (character: string) => string): unknown {
  if (typeof value === "string") return isStorable(value) ? value : value.replace(everyUnstorable, replacement);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => replaceUnstorable(each, replacement));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key.replace(everyUnstorable, replacement),
      replaceUnstorable(each, replacement),
    ]),
  );
}

/** The value with unstorable characters written as in JSON, such as `\u0000`. */
export const escapeUnstorable = (value: unknown): unknown =>
  replaceUnstorable(value, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Escapes from which JSON.parse makes an unstorable character: decoded UTF-8 holds no surrogates, JSON no raw NUL. */
const unstorableEscape = /\\u(?:0000|[dD][89a-fA-F])/;

/** JSON of a provider, with U+FFFD for unstorable characters. @throws SyntaxError */
export function parseForeignJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return unstorableEscape.test(text) ? replaceUnstorable(value, () => "\uFFFD") : value;
}

/** Encodings by byte order mark (https://encoding.spec.whatwg.org/#bom-sniff); Excel's “Unicode Text” is UTF-16. */
const encodings = [
  { mark: [0xff, 0xfe], name: "utf-16le" },
  { mark: [0xfe, 0xff], name: "utf-16be" },
] as const;

/** Text of a file by its byte order mark, UTF-8 without one. @throws TypeError if the bytes are not of that encoding */
export function decodeFile(bytes: Uint8Array): string {
  const encoding = encodings.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  return new TextDecoder(encoding?.name ?? "utf-8", { fatal: true }).decode(bytes);
}
