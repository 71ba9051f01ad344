import { pages } from "../../../worker/contract/pages.ts";
import type { Flash } from "../../../worker/http/flash.ts";

/** Serial numbers contain no comma. */
const separator = ",";
/** Longest text for which the flash cookie has room: 72 serial numbers of 32 characters. */
const textMax = 2400;

export function undoRemovalForm(serials: readonly string[]): Flash["form"] {
  const text = serials.join(separator);
  if (text === "" || text.length > textMax) return undefined;
  return { label: "Undo", path: pages.addDevices, fields: { serials: text } };
}

/** Other forms send one field per serial number. */
export async function splitSerials(typed: URLSearchParams): Promise<void> {
  const serials = typed.getAll("serials").flatMap((text) => text.split(separator));
  typed.delete("serials");
  for (const serial of serials) typed.append("serials", serial);
}
