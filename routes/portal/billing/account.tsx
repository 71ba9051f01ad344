import { formatMoney } from "../../../islands/lib/money.ts";
import { dayText } from "../../../worker/contract/buying/delivery-text.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { getReceivables, type OwnReceivables } from "../../../worker/domain/payments/index.ts";
import { page } from "../../../worker/http/page.ts";
import { FormFoot, FormGroup, ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { EmptyState } from "../../../worker/ui/lists/empty-state.tsx";
import { appLayout } from "../../layouts.tsx";
import { Balance, termsSentence } from "../../balance.tsx";
import { overdueText } from "../../receivable-ages.ts";
import { StatementLinks } from "../../statement-links.tsx";
import { canPayInvoices } from "../../store/buying.ts";

export const accountPage = page({
  path: pages.account,
  access: "see_billing",
  layout: appLayout,
  section: "Invoices",
  load: ({ ctx }) => getReceivables(ctx),
  head: () => ({ title: "Account · CrunchBox", no_store: true }),
  view: (account, { viewer, layout }) => (
    <>
      <PageHeader
        title="Account"
        subtitle={
          isOnAccount(account) &&
          [
            termsSentence(account),
            account.invoices.length > 0 &&
              viewer.impersonator &&
              `You cannot pay while you act as ${viewer.first_name}.`,
          ]
            .filter(Boolean)
            .join(" ")
        }
        action={
          account.invoices.length > 0 && <StatementLinks csv={pages.accountCsv} pdf={pages.accountStatementPdf} />
        }
      />
      {isOnAccount(account) || account.total > 0 ? (
        <ObjectLayout aside={<Balance owed={account} />}>
          <OpenInvoices account={account} can_pay={canPayInvoices(viewer)} />
        </ObjectLayout>
      ) : (
        <EmptyState drawing="papers" action={{ label: "Write to us", href: `mailto:${layout.support_email}` }}>
          Your organization does not buy on account. With an account you order now and pay the invoice later.
        </EmptyState>
      )}
    </>
  ),
});

type AccountProps = { account: OwnReceivables };

const isOnAccount = ({ payment_terms_days: days, credit_limit: limit }: OwnReceivables): boolean =>
  days !== null && limit !== null;

function OpenInvoices({ account: { invoices }, can_pay: canPay }: AccountProps & { can_pay: boolean }) {
  if (invoices.length === 0)
    return <EmptyState drawing="papers">No invoice on account is open. Open invoices will be listed here.</EmptyState>;
  return (
    <form method="get" action={pages.payInvoices}>
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
                    {days_overdue > 0 ? (
                      <b className="overdue">{overdueText(days_overdue)}</b>
                    ) : (
                      `due on ${dayText(due_on)}`
                    )}
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
