import * as z from "zod/mini";
import { freeText } from "../../../worker/contract/fields.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { searchEverything } from "../../../worker/domain/search/index.ts";
import { page } from "../../../worker/http/page.ts";
import { Redirect } from "../../../worker/http/page-spec.ts";
import type { LayoutViewer } from "../../../worker/ui/frame/layout-data.ts";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { EmptyState } from "../../../worker/ui/lists/empty-state.tsx";
import { Table } from "../../../worker/ui/lists/table.tsx";
import { appLayout } from "../../layouts.tsx";
import { findPages, type FoundPage, toSearcher } from "./found-pages.ts";
import { mapGroups, type SearchKind, searchedText, filterVisible } from "./kinds.tsx";

export const searchPage = page({
  path: pages.search,
  access: "session",
  layout: appLayout,
  query: z.object({ search: z.optional(freeText(128, "Part of a name, a number or an amount")) }),
  async load({ ctx, query: { search: text }, viewer }) {
    if (!text) return undefined;
    const reading = searchEverything(ctx, text);
    const [searchResults, person] = await Promise.all([reading, viewer()]);
    const found = filterVisible(person, searchResults);
    const [only, ...more] = mapGroups(found, (_name, { href }, { rows }) =>
      rows.filter(({ is_exact }) => is_exact).map(href),
    ).flat();
    if (only && more.length === 0) throw new Redirect(only);
    const found_pages = findPages(toSearcher(ctx, person.roles, person.impersonator !== null), text);
    return { found, found_pages, did_you_mean: searchResults.did_you_mean, searched: searchedText(person) };
  },
  head: (_found, { query }) => ({
    title: query.search ? `“${query.search}” · Search · CrunchBox` : "Search · CrunchBox",
    no_store: true,
  }),
  view: (results, { query, viewer }) =>
    results ? <Results text={query.search ?? ""} {...results} /> : <EmptySearch viewer={viewer} />,
});

type ResultsProps = {
  text: string;
  found: ReturnType<typeof filterVisible>;
  found_pages: FoundPage[];
  did_you_mean: string | null;
  searched: string;
};

function Results({ text, found, found_pages, did_you_mean, searched }: ResultsProps) {
  const counts = mapGroups(found, (_name, _kind, { count }) => count);
  const count = counts.reduce((sum, each) => sum + each, found_pages.length);
  return (
    <>
      <PageHeader title={`“${text}”`} note={count === 1 ? "1 result" : `${count.toLocaleString("en-US")} results`} />
      {count === 0 && <NothingFound text={text} did_you_mean={did_you_mean} searched={searched} />}
      {mapGroups(found, (name, kind, group) => (
        <Group key={name} text={text} kind={kind} {...group} />
      ))}
      <PageLinks found={found_pages} />
    </>
  );
}

type GroupProps<Row> = { text: string; kind: SearchKind<Row>; count: number; rows: readonly Row[] };

function Group<Row extends { id: string }>({ text, kind, count, rows }: GroupProps<Row>) {
  if (count === 0) return null;
  const { title, noun, list, href, columns } = kind;
  const number = count.toLocaleString("en-US");
  return (
    <section>
      <div className="title">
        <h2>{title}</h2>
        <p>{`${number} ${noun[count === 1 ? 0 : 1]}`}</p>
        {count > rows.length && <a href={hrefOf(list, {}, { search: text })}>{`All ${number} ${noun[1]}`}</a>}
      </div>
      <Table columns={columns} rows={rows} id={({ id }) => id} href={href} />
    </section>
  );
}

function PageLinks({ found }: { found: FoundPage[] }) {
  if (found.length === 0) return null;
  return (
    <section>
      <div className="title">
        <h2>Pages</h2>
        <p>{found.length === 1 ? "1 page" : `${found.length} pages`}</p>
      </div>
      <Table
        columns={[{ label: "Page", cell: ({ title }: FoundPage) => title }]}
        rows={found}
        id={({ href }) => href}
        href={({ href }) => href}
      />
    </section>
  );
}

function NothingFound({ text, did_you_mean, searched }: Pick<ResultsProps, "text" | "did_you_mean" | "searched">) {
  return (
    <EmptyState
      drawing="nothing"
      title={`Nothing found for “${text}”.`}
      action={{ label: "See products", href: pages.products }}
    >
      {did_you_mean && (
        <>
          Did you mean <a href={hrefOf(pages.search, {}, { search: did_you_mean })}>{did_you_mean}</a>?{" "}
        </>
      )}
      We searched {searched}. Try a number such as O00000918, a serial or tracking number, a PO number, an amount such
      as 4,697.90, or fewer letters.
    </EmptyState>
  );
}

function EmptySearch({ viewer }: { viewer: LayoutViewer }) {
  return (
    <>
      <PageHeader title="Search" />
      <EmptyState drawing="nothing">
        Type a product, software or a page, an amount, or the number of an order, a purchase order, a package
        {can(viewer, "see_billing") ? ", a device or an invoice." : " or a device."}
      </EmptyState>
    </>
  );
}
