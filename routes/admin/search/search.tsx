import * as z from "zod/mini";
import { freeText, isUuid } from "../../../worker/contract/fields.ts";
import { hitAddress } from "../../../worker/contract/entities/search-hit-address.ts";
import { groupTitles } from "../../../worker/contract/entities/search-labels.ts";
import type { SearchedKind } from "../../../worker/contract/entities/search-kinds.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import { searchConsole, type SearchGroup } from "../../../worker/domain/search/index.ts";
import { page } from "../../../worker/http/page.ts";
import { Redirect } from "../../../worker/http/page-spec.ts";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { EmptyState } from "../../../worker/ui/lists/empty-state.tsx";
import { Table } from "../../../worker/ui/lists/table.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { columnsFor } from "./hit-columns.tsx";
import { isEmptyTrace, readTrace, RequestTrace, type Trace } from "./request-trace.tsx";

/** Redirects to the page that all exact matches share, unless `all` is set or a request has the id. */
export const searchPage = page({
  path: pages.adminSearch,
  access: "use_console",
  layout: consoleLayout,
  query: z.object({
    q: z.optional(freeText(128, "A number, a name, an address or part of one")),
    all: z.optional(z.literal("1")),
  }),
  async load({ ctx, query: { q, all } }) {
    if (!q) return undefined;
    const [groups, trace] = await Promise.all([searchConsole(ctx, q), isUuid(q) ? readTrace(ctx, q) : undefined]);
    const only = all || (trace && !isEmptyTrace(trace)) ? undefined : findExactHref(groups);
    if (only) throw new Redirect(only);
    return { groups, trace };
  },
  head: (_found, { query: { q } }) => ({
    title: q ? `“${q}” · Search · CrunchBox` : "Search · CrunchBox",
    no_store: true,
  }),
  view: (found, { query: { q = "" }, viewer }) =>
    found ? (
      <Results text={q} groups={found.groups} trace={can(viewer, "audit:read") ? found.trace : undefined} />
    ) : (
      <EmptySearch />
    ),
});

/** Undefined unless all exact matches share one page. */
function findExactHref(groups: readonly SearchGroup[]): string | undefined {
  const exact = groups.flatMap(({ rows }) => rows.filter(({ is_exact }) => is_exact));
  const [only, ...others] = new Set(exact.map(hitAddress));
  return others.length === 0 ? only : undefined;
}

const listPaths: Partial<Record<SearchedKind, string>> = {
  orders: pages.adminOrders,
  invoices: pages.adminInvoices,
  organizations: pages.organizations,
  people: pages.adminPeople,
  requests: pages.requestList,
  products: pages.adminProducts,
};

const countText = ({ count, has_more }: SearchGroup) =>
  has_more ? `More than ${count.toLocaleString("en-US")}` : count.toLocaleString("en-US");

type ResultsProps = { text: string; groups: readonly SearchGroup[]; trace: Trace | undefined };

function Results({ text, groups, trace }: ResultsProps) {
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const results = `${count.toLocaleString("en-US")} result${count === 1 ? "" : "s"}`;
  const note = groups.some(({ has_more }) => has_more) ? `More than ${results}` : results;
  return (
    <>
      <PageHeader title={`“${text}”`} note={trace && groups.length === 0 ? undefined : note} />
      {trace && (groups.length === 0 || !isEmptyTrace(trace)) && <RequestTrace trace={trace} />}
      {groups.length === 0 && !trace && (
        <EmptyState drawing="nothing">
          Nothing matches this number, name or address. To search for a part, enter at least three letters or digits.
        </EmptyState>
      )}
      {groups.map((group) => (
        <section key={group.kind} className="hits">
          <div className="title">
            <h2>{groupTitles[group.kind]}</h2>
            <p>{countText(group)}</p>
            <AllHitsLink text={text} group={group} />
          </div>
          <Table columns={columnsFor(group.kind)} rows={group.rows} id={({ id }) => id} href={hitAddress} />
        </section>
      ))}
    </>
  );
}

function AllHitsLink({ text, group }: { text: string; group: SearchGroup }) {
  const list = listPaths[group.kind];
  if (!list || group.count <= group.rows.length) return null;
  return <a href={hrefOf(list, {}, { search: text })}>{`All ${groupTitles[group.kind].toLowerCase()}`}</a>;
}

const EmptySearch = () => (
  <>
    <PageHeader title="Search" />
    <EmptyState drawing="nothing">
      Type the number of an order, an invoice, a cart, a package or a device, a SKU, a name, an email address, an id at
      the payment provider or the number of a problem page.
    </EmptyState>
  </>
);
