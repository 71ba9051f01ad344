import { countText } from "../../contract/count-text.ts";
import type { ReactNode } from "react";
import { formatMoney } from "../../../islands/lib/money.ts";
import type { Permission } from "../../contract/people/permissions.ts";
import { pageHref, rowHref } from "../../contract/page-query.ts";
import { allRowsValue, type BulkAction, BulkBar, type BulkRefusal, findRowResult } from "./bulk-bar.tsx";
import type { TypedFields } from "../forms/fields-of.ts";
import type { DrawingName } from "../figures/line-drawing.tsx";
import { EmptyState } from "./empty-state.tsx";
import { ActiveFilters } from "./active-filters.tsx";
import { type Choices, type FilterLabels, isFiltered } from "./filter-labels.ts";
import { ListFilters } from "./list-filters.tsx";
import { ListScript } from "../island.tsx";
import { PageHeader } from "../layouts/page-header.tsx";
import { KeysLine } from "../parts/keys.tsx";
import { Paging } from "./paging.tsx";
import { type ViewedList, ViewTabs, viewHrefs } from "./list-views.tsx";
import { type SavedView, SavedViewForm } from "./saved-views.tsx";
import { type Column, Table } from "./table.tsx";

type EmptyAction = {
  label: string;
  href: string;
  /** By default every viewer of the list may use the action. */
  access?: Permission;
};

export type ListSpec<Row> = ViewedList & {
  title: string;
  columns: readonly Column<Row>[];
  id: (row: Row) => string;
  href?: (row: Row) => string;
  labels?: FilterLabels;
  /** The text says what the list will contain; the action adds the first row. */
  empty: { text: string; action?: EmptyAction | undefined; drawing?: DrawingName };
  /** `?format=csv` downloads the filtered rows. */
  has_csv?: true;
  more_files?: readonly { label: string; path: string }[];
  /** Rows show times in the viewer's zone, so date filters are days of that zone, also in the console (ADR-070). */
  has_times?: true;
  /** Headings between the rows while the list is sorted by `sort`. */
  group?: { sort: string; label: (row: Row, timeZone: string) => string };
  /** Keyboard shortcuts: j and k move the focus between rows, Enter opens the focused row. */
  has_keys?: true;
  /** `name` labels the row's checkbox for screen readers. Implies keyboard shortcuts; x selects. */
  bulk?: { actions: readonly BulkAction[]; name: (row: Row) => string };
};
type ListPageProps<Row> = {
  list: ListSpec<Row>;
  query: object;
  page: {
    data: readonly Row[];
    meta: { limit: number; offset: number; count: number; matching?: string | null; amount?: number };
  };
  choices?: Choices | undefined;
  view_counts?: readonly number[];
  /** Undefined if views of the list cannot be saved. */
  saved?: readonly SavedView[];
  action?: ReactNode;
  subtitle?: ReactNode;
  trail?: readonly (readonly [label: string, href: string])[];
  bulk_fields?: ReactNode;
  refusal?: BulkRefusal | undefined;
  typed?: TypedFields | undefined;
};

export function ListPage<Row>(props: ListPageProps<Row>) {
  const {
    list,
    query: input,
    page,
    choices,
    view_counts = [],
    bulk_fields,
    refusal,
    typed,
    saved: own,
    ...head
  } = props;
  const saved = own ?? [];
  const { data, meta } = page;
  const query = { ...input } as Readonly<Record<string, unknown>>;
  const { path, schema, labels } = list;
  const { count } = meta;
  const hasKeys = Boolean(list.has_keys || list.bulk);
  return (
    <>
      {hasKeys && <ListScript />}
      <PageHeader title={list.title} note={<RowCount meta={meta} noun={list.noun} />} {...head} />
      {(list.views || saved.length > 0) && <ViewTabs list={list} query={query} counts={view_counts} saved={saved} />}
      {(count > 0 || isFiltered(schema, query)) && (
        <ListFilters
          path={path}
          schema={schema}
          query={query}
          labels={labels}
          choices={choices}
          has_times={list.has_times}
          sorts={listSorts(list)}
          files={count > 0 ? listFiles(list, query) : []}
        />
      )}
      <div className="narrowed">
        <ActiveFilters path={path} schema={schema} query={query} labels={labels} choices={choices} />
        {own && <SavedViewForm list={{ path, schema, query }} saved={own} views={viewHrefs(list)} />}
      </div>
      {data.length === 0 ? (
        <EmptyList list={list} query={query} count={count} />
      ) : (
        <ListRows list={list} query={query} page={page} bulk_fields={bulk_fields} refusal={refusal} typed={typed} />
      )}
      <Paging
        meta={meta}
        what={list.noun[1]}
        href={(number) => pageHref(path, schema, query, { page: number })}
        sizeHref={(limit) => pageHref(path, schema, query, { limit })}
      />
      {hasKeys && data.length > 0 && (
        <KeysLine
          text={list.bulk ? "Keys: j and k move, x selects, Enter opens." : "Keys: j and k move, Enter opens."}
        />
      )}
    </>
  );
}

const listSorts = <Row,>({ columns }: ListSpec<Row>) =>
  columns.flatMap(({ sort, label, is_csv_only }) => (sort && !is_csv_only ? [[sort, label] as const] : []));

function listFiles<Row>({ path, schema, has_csv, more_files = [] }: ListSpec<Row>, query: ListViewProps<Row>["query"]) {
  const own = has_csv ? [{ label: "CSV", href: pageHref(path, schema, query, { format: "csv" }) }] : [];
  return [...own, ...more_files.map((file) => ({ ...file, href: pageHref(file.path, schema, query, { page: "" }) }))];
}

type ListViewProps<Row> = { list: ListSpec<Row>; query: Readonly<Record<string, unknown>> };

type CountProps = { meta: { count: number; amount?: number }; noun: readonly [string, string] };

/**
 * Number of rows, and the sum of their amounts if it is known. Screen readers also get the noun, which others see in
 * the title.
 */
const RowCount = ({ meta: { count, amount }, noun: [one, many] }: CountProps) => (
  <>
    {countText(count)} <span className="unseen">{count === 1 ? one : many}</span>
    {amount !== undefined && count > 0 && ` · ${formatMoney(amount)}`}
  </>
);

function EmptyList<Row>({ list: { path, schema, noun, empty }, query, count }: ListViewProps<Row> & { count: number }) {
  if (count > 0) {
    const action = { label: "First page", href: pageHref(path, schema, query, { page: "" }) };
    return (
      <EmptyState drawing="nothing" action={action}>
        This page does not exist.
      </EmptyState>
    );
  }
  if (isFiltered(schema, query))
    return (
      <EmptyState drawing="nothing" action={{ label: `All ${noun[1]}`, href: path }}>
        {`No matching ${noun[1]}.`}
      </EmptyState>
    );
  return (
    <EmptyState drawing={empty.drawing} action={empty.action}>
      {empty.text}
    </EmptyState>
  );
}

type RowsProps<Row> = ListViewProps<Row> & Pick<ListPageProps<Row>, "page" | "bulk_fields" | "refusal" | "typed">;

function ListRows<Row>({ list, query, page: { data, meta }, bulk_fields, refusal, typed }: RowsProps<Row>) {
  const { path, schema, columns, id, href, bulk, group } = list;
  const sort = { by: String(query.sort), href: (by: string) => pageHref(path, schema, query, { sort: by }) };
  const number = Math.floor(meta.offset / meta.limit) + 1;
  const address = pageHref(path, schema, query, { page: number > 1 ? number : "" });
  const result = (row: Row) => findRowResult(id(row), refusal);
  const table = (
    <Table
      columns={columns}
      rows={data}
      id={id}
      href={href && ((row: Row) => rowHref(href(row), address))}
      sort={sort}
      select={bulk?.name}
      result={result}
      group={group?.sort === sort.by ? group.label : undefined}
    />
  );
  if (!bulk) return table;
  const value = allRowsValue(meta);
  const addressOf = ({ path: action }: BulkAction) =>
    pageHref(action, schema, query, { page: number > 1 ? number : "" });
  return (
    <form className="bulk-form" method="post" action={bulk.actions[0] && addressOf(bulk.actions[0])}>
      {table}
      <BulkBar
        actions={bulk.actions}
        addressOf={addressOf}
        fields={bulk_fields}
        typed={typed}
        all={meta.count > data.length ? { count: meta.count, value } : undefined}
      />
    </form>
  );
}
