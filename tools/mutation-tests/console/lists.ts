import type { Mutant } from "../mutant.ts";

const views = "worker/domain/platform/saved-views/saved-views.ts";
const waiting = "worker/domain/search/overview/waiting-numbers.ts";

/** Issue 13: the first page, and what every list promises. */
export const listMutants: Mutant[] = [
  {
    name: "the file of a list has what its filters leave out",
    edits: [
      {
        file: "worker/http/csv.ts",
        from: "readPageQuery(spec.query, new URL(c.req.url).searchParams, {})",
        to: "readPageQuery(spec.query, new URLSearchParams(), {})",
      },
    ],
    tests: "http/pages/people/list.test.ts",
    title: "the file has what the filters leave",
    is_wide: true,
  },
  {
    name: "a text that begins with - is a formula in a spreadsheet",
    edits: [{ file: "worker/contract/csv.ts", from: "/^'*[=+\\-@\\t\\r]/", to: "/^'*[@\\t\\r]/" }],
    tests: "http/pages/spreadsheet.test.ts",
    is_wide: true,
  },
  {
    name: "a quote within a cell is not doubled",
    edits: [{ file: "worker/contract/csv.ts", from: "text.replaceAll('\"', '\"\"')", to: "text" }],
    tests: "http/pages/spreadsheet.test.ts",
    is_wide: true,
  },
  {
    name: "views of one person stand on everybody's list",
    edits: [
      {
        file: views,
        from: 'where user_id = ${callerId(ctx, "user_id")} and list = ${list}',
        to: "where list = ${list}",
      },
    ],
    tests: "http/pages/saved-views.test.ts",
    title: "for its person and for that list alone",
  },
  {
    name: "somebody's view is removed by another",
    edits: [
      { file: views, from: "where id = ${id} and user_id = ${user_id} returning", to: "where id = ${id} returning" },
    ],
    tests: "http/pages/saved-views.test.ts",
    title: "nobody removes another's",
  },
  {
    name: "rows that sort alike are on two pages, or on none",
    edits: [
      {
        file: "worker/domain/listing.ts",
        from: "order by sort_key ${order}, ${id} ${direction}\n        limit ${query.limit} offset",
        to: "order by sort_key ${order}, random()\n        limit ${query.limit} offset",
      },
    ],
    tests: "v1/admin/lists.test.ts",
    title: "breaks ties by id",
    is_wide: true,
  },
  {
    name: "the search of a list takes % for anything",
    edits: [{ file: "worker/domain/listing.ts", from: "`%${escapeLike(part)}%`", to: "`%${part}%`" }],
    tests: "v1/admin/lists.test.ts",
    title: "literally",
    is_wide: true,
  },
  {
    name: "the days of a list are those of UTC, whoever reads it",
    edits: [
      {
        file: "worker/domain/listing.ts",
        from: "startOfDay(from, ctx.time_zone())",
        to: 'startOfDay(from, "UTC")',
      },
    ],
    tests: "http/pages/days-of-the-reader.test.ts",
    title: "in Asia/Tokyo from 2026-03-03",
  },
  {
    name: "the requests that wait lead to the list of all",
    edits: [
      {
        file: "routes/admin/home/needs.ts",
        from: 'hrefOf(pages.requestList, {}, { status: "pending" })',
        to: "hrefOf(pages.requestList, {})",
      },
    ],
    tests: "http/pages/console/home.test.ts",
    title: "each number of the first page leads to a list with as many",
  },
  {
    name: "the weeks count invoices that nobody paid",
    edits: [
      {
        file: "worker/domain/search/overview/week-numbers.ts",
        from: "where ${isShown(sql`created_at`)} and payment_status = 'paid'",
        to: "where ${isShown(sql`created_at`)}",
      },
    ],
    tests: "v1/admin/console/overview.test.ts",
    title: "twelve weeks from Monday to Sunday",
  },
  {
    name: "the renewals ahead are told without their tax",
    edits: [{ file: waiting, from: "coalesce(sum(amount + tax), 0)", to: "coalesce(sum(amount), 0)" }],
    tests: "v1/admin/console/overview.test.ts",
    title: "come to what is charged then",
  },
  {
    name: "the oldest request is the newest",
    edits: [{ file: waiting, from: '${iso("min(created_at)")}', to: '${iso("max(created_at)")}' }],
    tests: "v1/admin/console/overview.test.ts",
    title: "the oldest request is the first",
  },
  {
    name: "the weeks have no table for those who do not see them",
    edits: [
      {
        file: "worker/ui/figures/plot.tsx",
        from: '<table className={is_unseen && "unseen"}>',
        to: '<table hidden className={is_unseen && "unseen"}>',
      },
    ],
    tests: "http/pages/console/home.test.ts",
    title: "with the table behind each",
  },
  {
    name: "the first page of the console goes to the database twice",
    edits: [
      {
        file: "worker/domain/search/overview/get-overview.ts",
        from: "  if (!numbers) throw",
        to: "  await rowsOf(ctx, () => overviewWeek, weekNumbers(ctx));\n  if (!numbers) throw",
      },
    ],
    tests: "http/pages/round-trips.test.ts",
    title: "/admin",
  },
  {
    name: "what the bulk actions of a list did is not told by row",
    edits: [
      {
        file: "routes/bulk-action.ts",
        from: 'message: `${namesOf(typed, typed.getAll("id"))} ${spec.done}.`',
        to: "message: `${spec.done}.`",
      },
    ],
    tests: "http/pages/people/list.test.ts",
    title: "each row tells what became of it",
  },
  {
    name: "the exact instant of a day is not there on hover",
    edits: [
      {
        file: "worker/ui/date.tsx",
        from: "title={`${date}, ${hour}:${minute} ${zone}`}",
        to: "title={`${hour && minute ? date : zone}`}",
      },
    ],
    tests: "e2e/store/times.test.ts",
    project: "browser",
  },
];
