import type { fieldsOf } from "./fields-of.ts";

type Typed = Parameters<typeof fieldsOf>[0];
type Values = Readonly<Record<string, string | readonly string[]>>;
type Words = { [name: string]: string | readonly [label: string, say: (value: string) => string] };
/** Fields of which the order says nothing: what is chosen of a list comes in the order of its boxes. */
const unordered = new Set(["roles", "channels", "fits_product_ids"]);

/** A field that somebody else changed: what it was when the form was read, what it is now, what was typed over it. */
export type SideBySideRow = {
  label: string;
  read: string;
  now: string;
  typed: string;
  /** Nothing was typed over it, so the form has theirs. */
  is_theirs: boolean;
};

/**
 * What a refused form says where somebody else changed the thing since it was read (OBJECT_OUTDATED): what they changed and
 * the reader did not is as it is now, everything else as it was typed. `current` is what there is now, by the names of the
 * fields, and `words` the labels of those that are shown, with how a value is said where it is not as it is typed.
 * `rows` is undefined as long as nobody else changed it. The form sends what was read by `VersionFields` (ADR-035).
 */
export function compared(
  typed: Typed,
  updated_at: string,
  current: Values,
  words: Words,
): { typed: Typed; rows: SideBySideRow[] | undefined } {
  const seen = typed?.values["updated_at"]?.[0];
  if (!typed || seen === undefined || seen === updated_at) return { typed, rows: undefined };
  const values = { ...typed.values };
  const rows: SideBySideRow[] = [];
  for (const [name, word] of Object.entries(words)) {
    const [read, now, mine] = [typed.values[seenName(name)] ?? [], listOf(current[name]), typed.values[name] ?? []];
    const isSame = (one: readonly string[], other: readonly string[]) => plain(name, one) === plain(name, other);
    if (isSame(read, now) || isSame(now, mine)) continue;
    const isTheirs = isSame(read, mine);
    if (isTheirs) values[name] = now;
    const [label, say] = typeof word === "string" ? [word, undefined] : word;
    const text = (list: string[]) => list.map((each) => (say && each ? say(each) : each)).join(", ");
    rows.push({ label, read: text(read), now: text(now), typed: text(mine), is_theirs: isTheirs });
  }
  return { typed: { ...typed, values }, rows };
}

/** The name of the hidden field that says what another field had when the form was read. */
export const seenName = (name: string): string => `seen.${name}`;

export const listOf = (value: string | readonly string[] | undefined): string[] => [value ?? []].flat();

// browsers send the line breaks of a text area as CR LF
function plain(name: string, list: readonly string[]): string {
  const texts = list.map((each) => each.replaceAll("\r\n", "\n").trim()).filter(Boolean);
  return JSON.stringify(unordered.has(name) ? texts.toSorted() : texts);
}
