import { freeText, isUuid } from "../fields.ts";

/**
 * Form field names of a search-as-you-type choice (`FindField`): the text, the text searched for when the form was
 * rendered, and the search button.
 */
export const findNames = (name: string) => ({ text: `find.${name}`, searched: `sought.${name}`, button }) as const;
const button = "find";
const textMax = 128;

/** Input of a search field; `is_search` if the form was sent only to search, `chosen` is the id of the selected record. */
export type FindInput = { search_text: string; is_search: boolean; chosen: string | undefined };

/** Whether the search button was pressed, or the text differs from the last search. */
export const isSearch = (sent: URLSearchParams): boolean =>
  sent.has(button) ||
  [...sent].some(([field, text]) => {
    const { text: textField, searched } = findNames(field.replace(/^find\./, ""));
    return field === textField && text.trim() !== "" && text.trim() !== sent.get(searched);
  });

/** The state of a search field in a form or URL; `current` is selected by default. */
export function readFindInput(sent: URLSearchParams, name: string, current?: string): FindInput {
  const search_text = freeText(textMax, "Part of a name").safeParse(sent.get(findNames(name).text) ?? "");
  const chosen = sent.has(name) ? (sent.get(name) ?? "") : current;
  return {
    // invalid names match nothing
    search_text: search_text.data ?? "",
    is_search: isSearch(sent),
    chosen: chosen !== undefined && isUuid(chosen) ? chosen : undefined,
  };
}

/** The state of a search field with several selected records. */
export type FindManyInput = Omit<FindInput, "chosen"> & { chosen: string[] };

/** The state of a multi-select search field; `current` is selected before the form was sent. */
export function readFindManyInput(sent: URLSearchParams, name: string, current: readonly string[] = []): FindManyInput {
  const { search_text, is_search } = readFindInput(sent, name);
  const chosen = sent.has(findNames(name).searched) ? sent.getAll(name) : current;
  return { search_text, is_search, chosen: [...new Set(chosen.filter((id) => isUuid(id)))] };
}
