import { formatMoney } from "../islands/lib/money.ts";
import { termsText } from "../worker/contract/buying/account-terms.ts";
import { type InvoiceAge, invoiceAges } from "../worker/contract/entities/invoice-ages.ts";
import { Figure } from "../worker/ui/figures/figure.tsx";
import { Progress } from "../worker/ui/figures/progress.tsx";
import { ageLabels } from "./receivable-ages.ts";

/** Both values are null for an organization that may not buy on account; the limit is in US cents. */
type AccountTerms = { payment_terms_days: number | null; credit_limit: number | null };
type AccountBalance = AccountTerms & { total: number } & Record<InvoiceAge, number>;

export const termsSentence = ({ payment_terms_days: days, credit_limit: limit }: AccountTerms): string =>
  days === null || limit === null ? "" : `${termsText(days)}, up to ${formatMoney(limit)}.`;

export function Balance({ owed }: { owed: AccountBalance }) {
  const { credit_limit: limit, payment_terms_days: days, total } = owed;
  return (
    <section className="summary balance" aria-label="Balance">
      <p>
        <Figure>{formatMoney(total)}</Figure> <span className="small">owed on account</span>
      </p>
      {days !== null && limit !== null && (
        <Progress
          label={`${formatMoney(Math.max(0, limit - total))} available`}
          value={total}
          max={limit}
          format={formatMoney}
        />
      )}
      <dl className="totals">
        {invoiceAges.map((age) => (
          <div key={age} className={age !== "current" && owed[age] > 0 ? "overdue" : undefined}>
            <dt>{ageLabels[age]}</dt>
            <dd>{formatMoney(owed[age])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
