import { freeText, isUuid } from "../fields.ts";

/**
 * What a field sends by which one of many things is found by a part of its name (`FindField`): the text, what was looked for
 * when the form was drawn, and the button that only looks.
 */
export const findNames = (name: string) => ({ text: `find.${name}`, sought: `sought.${name}`, button }) as const;
const button = "find";
const textMax = 128;

/** `is_asked`: nothing is sent yet, what was typed is looked for. `chosen`: the id of the one that is chosen. */
export type Sought = { wanted: string; is_asked: boolean; chosen: string | undefined };

/** The button that looks was pressed, or a text was typed that nobody has looked for yet. */
export const asksToFind = (sent: URLSearchParams): boolean =>
  sent.has(button) ||
  [...sent].some(([field, text]) => {
    const { text: textField, sought } = findNames(field.replace(/^find\./, ""));
    return field === textField && text.trim() !== "" && text.trim() !== sent.get(sought);
  });

/** What a form or an address says of such a field; `current` is chosen where it says nothing of it. */
export function soughtIn(sent: URLSearchParams, name: string, current?: string): Sought {
  const wanted = freeText(textMax, "Part of a name").safeParse(sent.get(findNames(name).text) ?? "");
  const chosen = sent.has(name) ? (sent.get(name) ?? "") : current;
  return {
    // what cannot be a name finds nothing
    wanted: wanted.data ?? "",
    is_asked: asksToFind(sent),
    chosen: chosen !== undefined && isUuid(chosen) ? chosen : undefined,
  };
}

/** The same of a field that several things are chosen by. */
export type SoughtMany = Omit<Sought, "chosen"> & { chosen: string[] };

/** What a form says of a field that several things are chosen by; `current` are chosen before the form was sent. */
export function soughtManyIn(sent: URLSearchParams, name: string, current: readonly string[] = []): SoughtMany {
  const { wanted, is_asked } = soughtIn(sent, name);
  const chosen = sent.has(findNames(name).sought) ? sent.getAll(name) : current;
  return { wanted, is_asked, chosen: [...new Set(chosen.filter((id) => isUuid(id)))] };
}
