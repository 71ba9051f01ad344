import { pages } from "../../../worker/contract/pages.ts";
import type { Flash } from "../../../worker/http/flash.ts";

/** Between serial numbers, which have none in them. */
const separator = ",";
/** More would not fit into what the next page is told; the longest serial numbers of 70 devices do. */
const textMax = 2400;

/** The form that registers removed devices again, by their serial numbers: one act, in one click. */
export function undoRemoval(serials: readonly string[]): Flash["form"] {
  const text = serials.join(separator);
  if (text === "" || text.length > textMax) return undefined;
  return { label: "Undo", path: pages.addDevices, fields: { serials: text } };
}

/** The serial numbers of that form, each a field of its own as from any other. */
export async function splitSerials(typed: URLSearchParams): Promise<void> {
  const serials = typed.getAll("serials").flatMap((text) => text.split(separator));
  typed.delete("serials");
  for (const serial of serials) typed.append("serials", serial);
}
