import { freeText, isUuid } from "../fields.ts";

/**
 * Form field names of a search-as-you-type choice (`FindField`): the text, the text searched for when the form was
 * rendered, and the search button.
 */
export const findNames = (name: string) => ({ text: `find.${name}`, sought: `sought.${name}`, button }) as const;
const button = "find";
const textMax = 128;

/** `is_asked`: the form was sent only to search. `chosen`: id of the selected record. */
export type Sought = { wanted: string; is_asked: boolean; chosen: string | undefined };

/** Whether the search button was pressed, or the text differs from the last search. */
export const asksToFind = (sent: URLSearchParams): boolean =>
  sent.has(button) ||
  [...sent].some(([field, text]) => {
    const { text: textField, sought } = findNames(field.replace(/^find\./, ""));
    return field === textField && text.trim() !== "" && text.trim() !== sent.get(sought);
  });

/** The state of a search field in a form or URL; `current` is selected by default. */
export function soughtIn(sent: URLSearchParams, name: string, current?: string): Sought {
  const wanted = freeText(textMax, "Part of a name").safeParse(sent.get(findNames(name).text) ?? "");
  const chosen = sent.has(name) ? (sent.get(name) ?? "") : current;
  return {
    // invalid names match nothing
    wanted: wanted.data ?? "",
    is_asked: asksToFind(sent),
    chosen: chosen !== undefined && isUuid(chosen) ? chosen : undefined,
  };
}

/** The state of a search field with several selected records. */
export type SoughtMany = Omit<Sought, "chosen"> & { chosen: string[] };

/** The state of a multi-select search field; `current` is selected before the form was sent. */
export function soughtManyIn(sent: URLSearchParams, name: string, current: readonly string[] = []): SoughtMany {
  const { wanted, is_asked } = soughtIn(sent, name);
  const chosen = sent.has(findNames(name).sought) ? sent.getAll(name) : current;
  return { wanted, is_asked, chosen: [...new Set(chosen.filter((id) => isUuid(id)))] };
}
