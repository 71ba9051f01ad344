import { pages } from "../../../worker/contract/pages.ts";
import type { Flash } from "../../../worker/http/flash.ts";

/** Delay until a decision is emailed, in seconds: the ten in which an undo is offered, plus page load times. */
export const undoS = 15;

/** Shortens an id from 36 to 22 characters, because the flash cookie must have room for 100 ids. */
const pack = (id: string): string => Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");

const unpack = (text: string): string =>
  Buffer.from(text, "base64url")
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

export const undoDecisionForm = (ids: readonly string[]): Flash["form"] => ({
  label: "Undo",
  path: pages.reopenRequests,
  fields: { ids: ids.map(pack).join("") },
});

/** The contract's field is `request_ids`, with one field per id. */
export async function splitRequestIds(typed: URLSearchParams): Promise<void> {
  for (const text of (typed.get("ids") ?? "").match(/[\w-]{22}/g) ?? []) typed.append("request_ids", unpack(text));
}
