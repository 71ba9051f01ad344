import type { ReactNode } from "react";
import { formatMoney } from "../../../islands/lib/money.ts";

type TotalsProps = {
  rows: readonly Row[];
  total: Row;
  children?: ReactNode;
};
type Row = readonly [label: string, cents: number];

/** Amounts are in US cents. */
export const Totals = ({ rows, total: [label, cents], children }: TotalsProps) => (
  <section className="summary" aria-label="Totals">
    <dl className="totals">
      {rows.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatMoney(amount)}</dd>
        </div>
      ))}
      <div className="total">
        <dt>{label}</dt>
        <dd>{formatMoney(cents)}</dd>
      </div>
    </dl>
    {children}
  </section>
);
