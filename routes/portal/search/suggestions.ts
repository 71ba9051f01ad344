import type { ReplyOf } from "../../../worker/contract/endpoint.ts";
import type { searchEverything as contract } from "../../../worker/contract/v1/client/search.ts";
import { afterLookup, type ReadCtx } from "../../../worker/domain/context.ts";
import type { SearchResults } from "../../../worker/domain/search/index.ts";
import { findPages, toSearcher } from "./found-pages.ts";
import { mapGroups, filterVisible } from "./kinds.tsx";

type Reply = Omit<NonNullable<ReplyOf<typeof contract>>, "success">;
type Group = Reply["groups"][number];

const pagesMax = 5;

export async function toSuggestions(ctx: ReadCtx, text: string, reading: Promise<SearchResults>): Promise<Reply> {
  const [results, { actor }] = await Promise.all([reading, afterLookup(ctx)]);
  const viewer = actor.kind === "user" ? actor : null;
  const exactKinds = new Set<Group["kind"]>();
  const groups = mapGroups(filterVisible(viewer, results), (kind, { title, hit, href }, { count, rows }): Group => {
    if (rows.some(({ is_exact }) => is_exact)) exactKinds.add(kind);
    return { kind, title, count, rows: rows.map((row) => ({ ...hit(row), href: href(row) })) };
  });
  const foundPages = viewer ? findPages(toSearcher(ctx, viewer.roles, viewer.impersonator_id !== null), text) : [];
  groups.push({
    kind: "pages",
    title: "Pages",
    count: foundPages.length,
    rows: foundPages.slice(0, pagesMax).map((each) => ({ ...each, detail: null, label: null })),
  });
  const visibleGroups = groups.filter(({ count }) => count > 0);
  return {
    groups: [
      ...visibleGroups.filter(({ kind }) => exactKinds.has(kind)),
      ...visibleGroups.filter(({ kind }) => !exactKinds.has(kind)),
    ],
    did_you_mean: visibleGroups.length === 0 ? results.did_you_mean : null,
  };
}
