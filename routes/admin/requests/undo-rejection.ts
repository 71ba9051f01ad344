import { pages } from "../../../worker/contract/pages.ts";
import type { Flash } from "../../../worker/http/flash.ts";

/** Seconds until a rejection is emailed: ten announced ones plus page load times. */
export const undoS = 15;

/** The flash message has no room for the ids of 100 requests as text. */
const pack = (id: string): string =>
  btoa(String.fromCharCode(...(id.match(/[\da-f]{2}/gi) ?? []).map((byte) => Number.parseInt(byte, 16)))).slice(0, 22);

function unpack(text: string): string {
  const hex = Array.from(atob(text), (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export const undoRejection = (ids: readonly string[]): Flash["form"] => ({
  label: "Undo",
  path: pages.reopenRequests,
  fields: { ids: ids.map(pack).join("") },
});

/** One field each, as the contract has them. */
export async function splitRequestIds(typed: URLSearchParams): Promise<void> {
  for (const text of (typed.get("ids") ?? "").match(/[\w+/]{22}/g) ?? []) typed.append("request_ids", unpack(text));
}
