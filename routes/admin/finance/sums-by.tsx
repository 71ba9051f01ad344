import type { ReactNode } from "react";
import { formatMoney } from "../../../islands/lib/money.ts";
import { ledgerLines, type LedgerLine } from "../../../worker/contract/entities/ledger.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { type Finance } from "../../../worker/domain/accounting/index.ts";
import { Table } from "../../../worker/ui/lists/table.tsx";
import { lineLabels } from "./labels.ts";

export type Days = { from: string; to: string };

export const ledgerHref = ({ from, to }: Days, more: Record<string, string> = {}) =>
  hrefOf(pages.ledger, {}, { from, to, ...more });
export const link = (href: string, text: ReactNode) => <a href={href}>{text}</a>;

type Sums = Record<LedgerLine | "net", number>;

/** Each sum links to its ledger entries, unless it is zero or the ledger cannot filter by the row. */
const sumColumns = <Row extends Sums>(days: Days, filterFor: (row: Row) => Record<string, string> | undefined) => {
  const amountLink = (row: Row, amount: number, more: Record<string, string> = {}) => {
    const filter = filterFor(row);
    return filter && amount !== 0
      ? link(ledgerHref(days, { ...filter, ...more }), formatMoney(amount))
      : formatMoney(amount);
  };
  return [
    ...ledgerLines.map((line) => ({
      label: lineLabels[line],
      cell: (row: Row) => amountLink(row, row[line], { line }),
      is_number: true as const,
      on_phones: "hidden" as const,
    })),
    { label: "Net", cell: (row: Row) => amountLink(row, row.net), is_number: true as const },
  ];
};

type ProductRow = Sums & { id: string; name: string; filter?: Record<string, string> };

/** The rows sum to the totals. */
export function Products({ figures }: { figures: Finance }) {
  const { products, other_products, not_by_line } = figures;
  if (figures.totals.gross === 0 && products.length === 0) return null;
  const notByLineRow: ProductRow = {
    id: "rest",
    name: "Not by line: shipping, refunds by amount, disputes",
    filter: { is_not_by_line: "true" },
    ...not_by_line,
  };
  const otherProductsRow: ProductRow = { id: "others", name: "Other products", ...other_products };
  const rows: ProductRow[] = [
    ...products.map((product) => ({ ...product, filter: { product_id: product.id } })),
    ...(isZero(other_products) ? [] : [otherProductsRow]),
    ...(isZero(not_by_line) ? [] : [notByLineRow]),
  ];
  return (
    <section>
      <h2>By product</h2>
      <Table
        rows={rows}
        id={({ id }) => id}
        columns={[
          {
            label: "Product",
            cell: ({ name, filter }) => (filter ? link(ledgerHref(figures, filter), name) : name),
          },
          ...sumColumns<ProductRow>(figures, ({ filter }) => filter),
        ]}
      />
    </section>
  );
}

const isZero = ({ gross, refunds, disputes }: Sums) => gross === 0 && refunds === 0 && disputes === 0;

export function Organizations({ figures }: { figures: Finance }) {
  const { organizations } = figures;
  if (organizations.length === 0) return null;
  return (
    <section>
      <h2>By organization</h2>
      <Table
        rows={organizations}
        id={({ id }) => id}
        columns={[
          { label: "Organization", cell: ({ id, name }) => link(ledgerHref(figures, { org_id: id }), name) },
          ...sumColumns<Finance["organizations"][number]>(figures, ({ id }) => ({ org_id: id })),
        ]}
      />
    </section>
  );
}

type NamedSums = Sums & { name: string | null; tax?: number };

/** The ledger lists the tax of each entry; its CSV file also has the state. */
const taxColumn = (days: Days, filterFor: (row: NamedSums) => Record<string, string> | undefined) => ({
  label: "Tax",
  cell(row: NamedSums) {
    const [tax, filter] = [row.tax ?? 0, filterFor(row)];
    return filter && tax !== 0 ? link(ledgerHref(days, filter), formatMoney(tax)) : formatMoney(tax);
  },
  is_number: true as const,
  on_phones: "hidden" as const,
});

type BreakdownProps = {
  title: string;
  filter: "price_level_name" | "state";
  rows: readonly NamedSums[];
  days: Days;
};

/** The rows sum to the totals. A row without a name has no links, because the ledger cannot filter by it. */
export function Breakdown({ title, filter, rows, days }: BreakdownProps) {
  if (rows.length === 0) return null;
  const filterFor = ({ name }: NamedSums) => (name === null ? undefined : { [filter]: name });
  return (
    <section>
      <h2>{title}</h2>
      <Table
        rows={rows}
        id={({ name }) => name ?? ""}
        columns={[
          {
            label: filter === "state" ? "State" : "Price level",
            cell: ({ name }) => (name === null ? "Not recorded" : link(ledgerHref(days, { [filter]: name }), name)),
          },
          ...sumColumns<NamedSums>(days, filterFor),
          ...(filter === "state" ? [taxColumn(days, filterFor)] : []),
        ]}
      />
    </section>
  );
}
