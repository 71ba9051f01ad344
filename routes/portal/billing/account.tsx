import { formatMoney } from "../../../islands/lib/money.ts";
import { termsText } from "../../../worker/contract/buying/account-terms.ts";
import { dayText } from "../../../worker/contract/buying/delivery-text.ts";
import { receivableAges } from "../../../worker/contract/entities/receivables.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { getReceivables, type OwnReceivables } from "../../../worker/domain/payments/index.ts";
import { page } from "../../../worker/http/page.ts";
import { Figure } from "../../../worker/ui/figures/figure.tsx";
import { FormFoot, FormGroup } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { EmptyState } from "../../../worker/ui/lists/empty-state.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { appLayout } from "../../layouts.tsx";
import { ageTexts, overdueText } from "../../receivable-ages.ts";
import { StatementLinks } from "../../statement-links.tsx";
import { canPayInvoices } from "../../store/buying.ts";

/** What the organization owes on account, by age, and the invoices to pay. */
export const accountPage = page({
  path: pages.account,
  access: "see_billing",
  layout: appLayout,
  section: "Invoices",
  load: ({ ctx }) => getReceivables(ctx),
  head: () => ({ title: "Account · CrunchBox", no_store: true }),
  view: (account, { viewer }) => (
    <>
      <PageHeader
        title="Account"
        subtitle={termsSentence(account)}
        action={
          account.invoices.length > 0 && <StatementLinks csv={pages.accountCsv} pdf={pages.accountStatementPdf} />
        }
      />
      {(account.payment_terms_days !== null || account.total > 0) && (
        <div className="form-layout">
          <Balance account={account} />
        </div>
      )}
      <OpenInvoices account={account} can_pay={canPayInvoices(viewer)} />
    </>
  ),
});

type AccountProps = { account: OwnReceivables };

const termsSentence = ({ payment_terms_days: days, credit_limit: limit }: OwnReceivables): string =>
  days === null || limit === null
    ? "Your organization does not buy on account. Contact us about it."
    : `${termsText(days)}, up to ${formatMoney(limit)}.`;

function Balance({ account }: AccountProps) {
  const { credit_limit: limit, payment_terms_days: days, available, total } = account;
  return (
    <FormGroup title="Balance">
      <p>
        <Figure>{formatMoney(total)}</Figure> <span className="small">owed on account</span>
      </p>
      <Facts
        facts={[
          ...(days !== null && limit !== null ? [["Available", formatMoney(available)] as const] : []),
          ...receivableAges.map((age) => [ageTexts[age], formatMoney(account[age])] as const),
        ]}
      />
    </FormGroup>
  );
}

function OpenInvoices({ account: { invoices }, can_pay: canPay }: AccountProps & { can_pay: boolean }) {
  if (invoices.length === 0)
    return <EmptyState drawing="papers">No invoice on account is open. Open ones will be listed here.</EmptyState>;
  return (
    <form method="get" action={pages.payInvoices} className="form-layout">
      <FormGroup title="Open invoices">
        <ul className="movements">
          {invoices.map(
            ({ id, stripe_invoice_no: number, order_number, po_number, remaining, due_on, days_overdue }) => (
              <li key={id}>
                <span>
                  <label className="check">
                    {canPay && <input type="checkbox" name="id" value={id} defaultChecked />}
                    {number ?? `Invoice for ${order_number}`}
                  </label>
                  <small>
                    <a href={hrefOf(pages.invoice, { invoice_id: id })}>Order {order_number}</a>
                    {po_number && ` · PO ${po_number}`} ·{" "}
                    {days_overdue > 0 ? overdueText(days_overdue) : `due on ${dayText(due_on)}`}
                  </small>
                </span>
                <b>{formatMoney(remaining)}</b>
              </li>
            ),
          )}
        </ul>
        {canPay && (
          <FormFoot>
            <button className="button">Pay these invoices</button>
          </FormFoot>
        )}
      </FormGroup>
    </form>
  );
}
