import type { ReactNode } from "react";
import type * as z from "zod/mini";
import { pageHref } from "../../contract/page-query.ts";
import { type BulkAction, BulkBar, type BulkRefusal, resultOf } from "./bulk-bar.tsx";
import type { DrawingName } from "../figures/line-drawing.tsx";
import { EmptyState } from "./empty-state.tsx";
import { ActiveFilters, type Choices, type FilterWords, isNarrowed, ListFilters } from "./list-filters.tsx";
import { ListScript } from "../island.tsx";
import { PageHeader } from "../layouts/page-header.tsx";
import { Paging } from "./paging.tsx";
import { type Column, Table } from "./table.tsx";

/** What a list screen is, whatever it shows now. */
export type ListSpec<Row> = {
  title: string;
  /** "order", "orders": for counts and for what is not there. */
  noun: readonly [one: string, many: string];
  path: string;
  /** The query of the list's contract: its filters and sorts are drawn from it. */
  schema: z.ZodMiniType;
  columns: readonly Column<Row>[];
  id: (row: Row) => string;
  /** Where a row leads. */
  href?: (row: Row) => string;
  words?: FilterWords;
  /** What will be here, and how to get it. */
  empty: { text: string; action?: { label: string; href: string }; drawing?: DrawingName };
  /** Offers the filtered rows as a file, at the list's path with `.csv`. */
  has_csv?: true;
  /** Work is done here by keyboard: j and k move, x selects, Enter opens, and a chosen filter applies at once. */
  has_keys?: true;
  /** A plain form around the rows: its buttons, and what names a row there. Such a list always has keys. */
  bulk?: { actions: readonly BulkAction[]; name: (row: Row) => string };
};
type ListPageProps<Row> = {
  list: ListSpec<Row>;
  query: object;
  page: { data: readonly Row[]; meta: { limit: number; offset: number; count: number } };
  /** Of filters by an id the things to choose from. */
  choices?: Choices | undefined;
  /** The one main action of the screen. */
  action?: ReactNode;
  /** One sentence below the title. */
  subtitle?: ReactNode;
  /** What the bulk actions need to know besides the rows. */
  bulk_fields?: ReactNode;
  /** The bulk action that was refused, whose rows tell what became of them. */
  refusal?: BulkRefusal | undefined;
};

/** A list with search, filters, sorting, paging, counts, export and bulk actions, all of it links and plain forms. */
export function ListPage<Row>({
  list,
  query: asked,
  page,
  choices,
  bulk_fields,
  refusal,
  ...head
}: ListPageProps<Row>) {
  const { data, meta } = page;
  const query = { ...asked } as Readonly<Record<string, unknown>>; // the output of the list's own schema
  const { path, schema, words } = list;
  const { count } = meta;
  return (
    <>
      {(list.has_keys || list.bulk) && <ListScript />}
      <PageHeader title={list.title} note={countText(count, list.noun)} {...head} />
      {(count > 0 || isNarrowed(schema, query)) && (
        <ListFilters
          {...{ path, schema, query, words, choices }}
          {...(list.has_csv && count > 0 && { csv_href: pageHref(`${path}.csv`, schema, query) })}
        />
      )}
      <ActiveFilters {...{ path, schema, query, words, choices }} />
      {data.length === 0 ? (
        <Nothing list={list} query={query} count={count} />
      ) : (
        <Rows list={list} query={query} page={page} bulk_fields={bulk_fields} refusal={refusal} />
      )}
      <Paging meta={meta} what={list.noun[1]} href={(number) => pageHref(path, schema, query, { page: number })} />
    </>
  );
}

type Shown<Row> = { list: ListSpec<Row>; query: Readonly<Record<string, unknown>> };

const countText = (count: number, [one, many]: readonly [string, string]) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString("en-US")} ${many}`;

function Nothing<Row>({ list: { path, schema, noun, empty }, query, count }: Shown<Row> & { count: number }) {
  if (count > 0) {
    const action = { label: "First page", href: pageHref(path, schema, query, { page: "" }) };
    return (
      <EmptyState drawing="nothing" action={action}>
        There are fewer pages than that.
      </EmptyState>
    );
  }
  if (isNarrowed(schema, query))
    return (
      <EmptyState drawing="nothing" action={{ label: `All ${noun[1]}`, href: path }}>
        No {noun[0]} fits this.
      </EmptyState>
    );
  return (
    <EmptyState drawing={empty.drawing} action={empty.action}>
      {empty.text}
    </EmptyState>
  );
}

type RowsProps<Row> = Shown<Row> & Pick<ListPageProps<Row>, "page" | "bulk_fields" | "refusal">;

function Rows<Row>({ list, query, page: { data, meta }, bulk_fields, refusal }: RowsProps<Row>) {
  const { path, schema, columns, id, href, bulk } = list;
  const sort = { by: String(query.sort), href: (by: string) => pageHref(path, schema, query, { sort: by }) };
  const result = (row: Row) => resultOf(id(row), refusal);
  const table = (
    <Table columns={columns} rows={data} id={id} href={href} sort={sort} select={bulk?.name} result={result} />
  );
  if (!bulk) return table;
  const number = Math.floor(meta.offset / meta.limit) + 1;
  // the form goes back to the list as it is seen now
  const addressOf = ({ path: action }: BulkAction) =>
    pageHref(action, schema, query, { page: number > 1 ? number : "" });
  return (
    <form className="bulk-form" method="post">
      {table}
      <BulkBar
        actions={bulk.actions}
        addressOf={addressOf}
        fields={bulk_fields}
        count={meta.count <= data.length ? undefined : meta.count}
      />
    </form>
  );
}
