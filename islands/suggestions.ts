/* Suggestions below the header's search, loaded by islands/search.ts when the field has the focus. */
import type { ReplyOf } from "../worker/contract/endpoint.ts";
import type { searchEverything } from "../worker/contract/v1/client/search.ts";
import { attachCombobox, type SuggestionGroup } from "./lib/combobox.ts";

type Reply = NonNullable<ReplyOf<typeof searchEverything>>;
type Recent = { title: string; note: string; href: string };

const recentMax = 5;
const storageKey = "recently-found";

const form = document.querySelector<HTMLFormElement>(".search[data-script]");
const input = form?.querySelector("input");
/** Id that is stored with opened suggestions, so that the next user of this browser does not see them. */
const viewer = form?.dataset["viewer"] ?? "";

if (form && input) {
  attachCombobox({ form, input, id: "suggestions", find, whenEmpty, onFollow: remember });
  document.querySelector(".menu form")?.addEventListener("submit", () => localStorage.removeItem(storageKey));
}

function recent(): Recent[] {
  try {
    const stored: { viewer: string; entries: Recent[] } | null = JSON.parse(localStorage.getItem(storageKey) ?? "null");
    return stored?.viewer === viewer ? stored.entries : [];
  } catch {
    return [];
  }
}

function whenEmpty(): SuggestionGroup[] {
  return [{ title: "Recently opened", entries: recent() }];
}

function remember({ title, note, href }: Recent): void {
  const others = recent().filter((each) => each.href !== href);
  const entries = [{ title, note, href }, ...others].slice(0, recentMax);
  localStorage.setItem(storageKey, JSON.stringify({ viewer, entries }));
}

async function find(text: string, signal: AbortSignal): Promise<SuggestionGroup[] | undefined> {
  try {
    const answer = await fetch(`/v1/client/search?search=${encodeURIComponent(text)}`, { signal });
    return answer.ok ? toGroups(text, await answer.json()) : undefined;
  } catch {
    return undefined;
  }
}

function toGroups(text: string, { groups, did_you_mean }: Reply): SuggestionGroup[] {
  const found = groups.map(({ title, rows }) => ({
    title,
    entries: rows.map(({ detail, label, ...row }) => ({ ...row, note: [detail, label].filter(Boolean).join(" · ") })),
  }));
  const all = groups.reduce((sum, { count }) => sum + count, 0);
  const shown = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  if (did_you_mean) found.push({ title: "Did you mean", entries: [toSearch(did_you_mean, did_you_mean)] });
  if (all > shown)
    found.push({ title: "Search", entries: [toSearch(`All ${all.toLocaleString("en-US")} results`, text)] });
  if (all === 0) found.push({ title: "Nothing found", entries: [toSearch(`See all results for “${text}”`, text)] });
  return found;
}

const toSearch = (title: string, text: string) => ({
  title,
  note: "",
  href: `${form?.getAttribute("action")}?search=${encodeURIComponent(text)}`,
});
