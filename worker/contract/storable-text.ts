/**
 * Postgres stores neither NUL (https://www.postgresql.org/docs/current/datatype-character.html) nor lone surrogates,
 * which UTF-8 lacks. Input with such text is refused, except in error reports, where it is escaped; webhooks and
 * provider replies are repaired.
 */
const unstorablePattern = /[\0\p{Surrogate}]/u;
const allUnstorablePattern = /[\0\p{Surrogate}]/gu;

export const unstorableMessage = "must be whole Unicode characters without NUL";

export const isStorable = (text: string): boolean => !unstorablePattern.test(text);

export function unstorablePaths(value: unknown, path: readonly PropertyKey[] = []): PropertyKey[][] {
  if (typeof value === "string") return isStorable(value) ? [] : [[...path]];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((each, at) => unstorablePaths(each, [...path, at]));
  return Object.entries(value).flatMap(([key, each]) =>
    isStorable(key) ? unstorablePaths(each, [...path, key]) : [[...path, key]],
  );
}

function replaceUnstorable(value: unknown, replacement: (character: string) => string): unknown {
  if (typeof value === "string") return isStorable(value) ? value : value.replace(allUnstorablePattern, replacement);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => replaceUnstorable(each, replacement));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key.replace(allUnstorablePattern, replacement),
      replaceUnstorable(each, replacement),
    ]),
  );
}

/** Escapes as in JSON, such as `\u0000`. */
export const escapeUnstorable = (value: unknown): unknown =>
  replaceUnstorable(value, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** JSON escapes of unstorable characters; decoded JSON has no other source of them. */
const unstorableEscape = /\\u(?:0000|[dD][89a-fA-F])/;

/** Replaces unstorable characters by U+FFFD. @throws SyntaxError */
export function parseForeignJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return unstorableEscape.test(text) ? replaceUnstorable(value, () => "\uFFFD") : value;
}

/** By byte order mark (https://encoding.spec.whatwg.org/#bom-sniff); Excel's “Unicode Text” is UTF-16. */
const encodings = [
  { mark: [0xff, 0xfe], name: "utf-16le" },
  { mark: [0xfe, 0xff], name: "utf-16be" },
] as const;

/** Decodes by the byte order mark, or as UTF-8 without one. @throws TypeError for invalid bytes */
export function decodeFile(bytes: Uint8Array): string {
  const encoding = encodings.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  return new TextDecoder(encoding?.name ?? "utf-8", { fatal: true }).decode(bytes);
}
