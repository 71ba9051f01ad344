import type { Mutant } from "../mutant.ts";

const views = "worker/domain/platform/saved-views/saved-views.ts";
const savedViews = "http/pages/saved-views.test.ts";

/** Issue 13: what people narrowed a list to and kept. */
export const viewMutants: Mutant[] = [
  {
    name: "a view stands on every list",
    edits: [{ file: views, from: "and list = ${list}\n    order by", to: "and ${list} is not null\n    order by" }],
    tests: savedViews,
    title: "for its person and for that list alone",
  },
  {
    name: "a view of the same name is kept beside the other",
    edits: [
      {
        file: views,
        from: "on conflict (user_id, list, lower(name)) do update set name = excluded.name, query = excluded.query",
        to: "on conflict (user_id, list, lower(name)) do update set name = excluded.name",
      },
    ],
    tests: savedViews,
    title: "for its person and for that list alone",
  },
  {
    name: "any number of views is kept",
    edits: [{ file: views, from: "from others where n < ${viewsMax}", to: "from others where n < 2 * ${viewsMax}" }],
    tests: savedViews,
    title: "twenty of a list are kept",
  },
  {
    name: "a view leads to an address that is not ours",
    edits: [
      {
        file: "routes/portal/saved-views.ts",
        from: "path: list ? path : pages.portal",
        to: "path",
      },
    ],
    tests: savedViews,
    title: "it leads to lists of ours alone",
  },
  {
    name: "a view of one organization's list is kept for that organization alone",
    edits: [
      {
        file: "routes/portal/saved-views.ts",
        from: "list: list ?? pages.portal,",
        to: "list: list ? path : pages.portal,",
      },
    ],
    tests: "http/pages/lists.test.ts",
    title: "organizations/devices.tsx",
  },
  {
    name: "a view forgets how many rows its page has",
    edits: [
      {
        file: "routes/portal/saved-views.ts",
        from: 'new URLSearchParams(searchParams.get("query") ?? "").toString()',
        to: 'new URLSearchParams((searchParams.get("query") ?? "").replace(/&rows=.*/, "")).toString()',
      },
    ],
    tests: savedViews,
    title: "its reader chooses how many rows",
  },
];
