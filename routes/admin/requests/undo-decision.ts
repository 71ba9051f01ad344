import { pages } from "../../../worker/contract/pages.ts";
import type { Flash } from "../../../worker/http/flash.ts";

/** Seconds until a decision is emailed: the ten in which an undo is offered, plus page load times. */
export const undoS = 15;

/** An id in 22 characters, because the flash cookie has no room for 100 of 36. */
const pack = (id: string): string =>
  btoa(String.fromCharCode(...(id.match(/[\da-f]{2}/gi) ?? []).map((byte) => Number.parseInt(byte, 16)))).slice(0, 22);

function unpack(text: string): string {
  const hex = Array.from(atob(text), (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export const undoDecisionForm = (ids: readonly string[]): Flash["form"] => ({
  label: "Undo",
  path: pages.reopenRequests,
  fields: { ids: ids.map(pack).join("") },
});

/** Adds a field `request_ids`, as the contract names it, for each packed id. */
export async function splitRequestIds(typed: URLSearchParams): Promise<void> {
  for (const text of (typed.get("ids") ?? "").match(/[\w+/]{22}/g) ?? []) typed.append("request_ids", unpack(text));
}
