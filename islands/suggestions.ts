/* Loaded by islands/search.ts when the header's search gets the focus. */
import type { ReplyOf } from "../worker/contract/endpoint.ts";
import type { searchEverything } from "../worker/contract/v1/client/search.ts";
import { attachCombobox, type SuggestionGroup } from "./lib/combobox.ts";

type Reply = NonNullable<ReplyOf<typeof searchEverything>>;
type RecentEntry = { title: string; note: string; href: string };

const recentMax = 5;
const storageKey = "recently-found";

const form = document.querySelector<HTMLFormElement>(".search[data-script]");
const input = form?.querySelector("input");
/** Email of the viewer, stored with the opened suggestions, so that the next user of this browser does not see them. */
const viewer = form?.dataset["viewer"] ?? "";

if (form && input) {
  attachCombobox({ form, input, id: "suggestions", find, whenEmpty, onFollow: saveRecentEntry });
  document.querySelector(".menu form")?.addEventListener("submit", () => localStorage.removeItem(storageKey));
}

function listRecentEntries(): RecentEntry[] {
  try {
    const stored: { viewer: string; entries: RecentEntry[] } | null = JSON.parse(
      localStorage.getItem(storageKey) ?? "null",
    );
    return stored?.viewer === viewer ? stored.entries : [];
  } catch {
    return [];
  }
}

function whenEmpty(): SuggestionGroup[] {
  return [{ title: "Recently opened", entries: listRecentEntries() }];
}

function saveRecentEntry({ title, note, href }: RecentEntry): void {
  const others = listRecentEntries().filter((each) => each.href !== href);
  const entries = [{ title, note, href }, ...others].slice(0, recentMax);
  localStorage.setItem(storageKey, JSON.stringify({ viewer, entries }));
}

async function find(text: string, signal: AbortSignal): Promise<SuggestionGroup[] | undefined> {
  try {
    const response = await fetch(`/v1/client/search?search=${encodeURIComponent(text)}`, { signal });
    return response.ok ? toGroups(text, await response.json()) : undefined;
  } catch {
    return undefined;
  }
}

function toGroups(text: string, { groups, did_you_mean }: Reply): SuggestionGroup[] {
  const suggestionGroups = groups.map(({ title, rows }) => ({
    title,
    entries: rows.map(({ detail, label, ...row }) => ({ ...row, note: [detail, label].filter(Boolean).join(" · ") })),
  }));
  const totalCount = groups.reduce((sum, { count }) => sum + count, 0);
  const shownCount = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  if (did_you_mean)
    suggestionGroups.push({ title: "Did you mean", entries: [toSearchEntry(did_you_mean, did_you_mean)] });
  if (totalCount > shownCount)
    suggestionGroups.push({
      title: "Search",
      entries: [toSearchEntry(`All ${totalCount.toLocaleString("en-US")} results`, text)],
    });
  if (totalCount === 0)
    suggestionGroups.push({ title: "Nothing found", entries: [toSearchEntry(`See all results for “${text}”`, text)] });
  return suggestionGroups;
}

const toSearchEntry = (title: string, text: string) => ({
  title,
  note: "",
  href: `${form?.getAttribute("action")}?search=${encodeURIComponent(text)}`,
});
