import { freeText, isUuid } from "../fields.ts";

/** Field names of a `FindField`: its text, the text of the last search, and the search button. */
export const findFieldNames = (name: string) => ({ text: `find.${name}`, searched: `sought.${name}`, button }) as const;
const button = "find";
const textMax = 128;

/** `is_search`: the form was sent only to search; `chosen` is the selected record's id. */
export type FindInput = { search_text: string; is_search: boolean; chosen: string | undefined };

export const isSearch = (sent: URLSearchParams): boolean =>
  sent.has(button) ||
  [...sent].some(([field, text]) => {
    const { text: textField, searched } = findFieldNames(field.replace(/^find\./, ""));
    return field === textField && text.trim() !== "" && text.trim() !== sent.get(searched);
  });

/** `current` is selected by default. */
export function readFindInput(sent: URLSearchParams, name: string, current?: string): FindInput {
  const search_text = freeText(textMax, "Part of a name").safeParse(sent.get(findFieldNames(name).text) ?? "");
  const chosen = sent.has(name) ? (sent.get(name) ?? "") : current;
  return {
    search_text: search_text.data ?? "",
    is_search: isSearch(sent),
    chosen: chosen !== undefined && isUuid(chosen) ? chosen : undefined,
  };
}

export type FindManyInput = Omit<FindInput, "chosen"> & { chosen: string[] };
/** `chosen` is undefined until the form is submitted, so that the stored value remains chosen. */
export type FindStoredInput = Omit<FindInput, "chosen"> & { chosen: string[] | undefined };

export function readFindStoredInput(sent: URLSearchParams, name: string): FindStoredInput {
  const { search_text, is_search } = readFindInput(sent, name);
  const chosen = sent.has(findFieldNames(name).searched) ? sent.getAll(name) : undefined;
  return { search_text, is_search, chosen: chosen && [...new Set(chosen.filter((id) => isUuid(id)))] };
}

export function readFindManyInput(
  sent: URLSearchParams,
  name: string,
  current: readonly string[] = [],
  isId: (value: string) => boolean = isUuid,
): FindManyInput {
  const { search_text, is_search } = readFindInput(sent, name);
  const chosen = sent.has(findFieldNames(name).searched) ? sent.getAll(name) : current;
  return { search_text, is_search, chosen: [...new Set(chosen.filter((id) => isId(id)))] };
}
