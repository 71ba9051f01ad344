import { formatMoney } from "../../../islands/lib/money.ts";
import { termsText } from "../../../worker/contract/buying/account-terms.ts";
import { dayText } from "../../../worker/contract/buying/delivery-text.ts";
import { invoiceAges } from "../../../worker/contract/entities/invoice-ages.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/receivables.ts";
import { type AdminReceivables, getAllReceivables } from "../../../worker/domain/payments/index.ts";
import { page } from "../../../worker/http/page.ts";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { EmptyState } from "../../../worker/ui/lists/empty-state.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";
import { Balance, termsSentence } from "../../balance.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { ageHeadings, overdueText } from "../../receivable-ages.ts";
import { StatementLinks } from "../../statement-links.tsx";

type OwingOrganization = AdminReceivables["organizations"][number];
type Receivable = AdminReceivables["invoices"][number];

/** `?org_id=` limits the page to one organization. */
export const receivablesPage = page({
  path: pages.receivables,
  access: "invoices:read",
  layout: consoleLayout,
  section: "Invoices",
  query: contract.getAllReceivables.query,
  load: ({ ctx, query }) => getAllReceivables(ctx, query),
  head: () => ({ title: "Accounts receivable · Console · CrunchBox", no_store: true }),
  view: (receivables, { query }) => {
    const [selectedOrganization] = query.org_id ? receivables.organizations : [];
    return (
      <>
        <PageHeader
          trail={[
            ["Invoices", pages.adminInvoices],
            ...(query.org_id ? [["Accounts receivable", pages.receivables] as const] : []),
          ]}
          title={selectedOrganization?.name ?? "Accounts receivable"}
          subtitle={
            selectedOrganization
              ? termsSentence(selectedOrganization) || noTerms
              : `${formatMoney(receivables.total)} is owed on account.`
          }
          action={receivables.invoices.length > 0 && <StatementLinks {...statementFiles(query.org_id)} />}
        />
        {selectedOrganization ? (
          <ObjectLayout aside={<Balance owed={selectedOrganization} />}>
            <OpenInvoices
              invoices={receivables.invoices}
              columns={invoiceColumns.filter((each) => each !== organizationColumn)}
            />
          </ObjectLayout>
        ) : receivables.invoices.length === 0 ? (
          <EmptyState drawing="papers">
            No invoice on account is open. Organizations with payment terms and a credit limit buy on account.
          </EmptyState>
        ) : (
          <>
            <section>
              <h2>By organization and days overdue</h2>
              <Table columns={organizationColumns} rows={receivables.organizations} id={({ id }) => id} />
            </section>
            <OpenInvoices invoices={receivables.invoices} columns={invoiceColumns} />
          </>
        )}
      </>
    );
  },
});

const noTerms = "No purchase on account any more.";

const OpenInvoices = ({ invoices, columns }: { invoices: Receivable[]; columns: readonly Column<Receivable>[] }) => (
  <section>
    <h2>Open invoices</h2>
    <Table
      columns={columns}
      rows={invoices}
      id={({ id }) => id}
      href={({ id }) => hrefOf(pages.adminInvoice, { invoice_id: id })}
    />
  </section>
);

/** A statement exists only for one organization; the CSV file may cover all. */
const statementFiles = (org_id: string | undefined) => ({
  csv: hrefOf(pages.receivablesCsv, {}, { org_id }),
  pdf: org_id === undefined ? null : hrefOf(pages.receivablesStatementPdf, {}, { org_id }),
});

const organizationColumns: readonly Column<OwingOrganization>[] = [
  {
    label: "Organization",
    cell: ({ id, name }) => <a href={hrefOf(pages.receivables, {}, { org_id: id })}>{name}</a>,
  },
  {
    label: "Terms",
    cell: ({ payment_terms_days: days, credit_limit: limit }) =>
      days === null || limit === null ? "None any more" : `${termsText(days)}, up to ${formatMoney(limit)}`,
    on_phones: "hidden",
    is_extra: true,
  },
  ...invoiceAges.map((age): Column<OwingOrganization> => ({
    label: ageHeadings[age],
    cell: (row) => formatMoney(row[age]),
    is_number: true,
    on_phones: "hidden",
  })),
  { label: "Total", cell: ({ total }) => formatMoney(total), is_number: true },
];

const organizationColumn: Column<Receivable> = {
  label: "Organization",
  cell: ({ organization }) => organization.name,
  on_phones: "note",
};
const invoiceColumns: readonly Column<Receivable>[] = [
  { label: "Invoice", cell: ({ stripe_invoice_no: number, order_number }) => number ?? `Invoice for ${order_number}` },
  organizationColumn,
  { label: "Order", cell: ({ order_number }) => order_number, on_phones: "hidden" },
  {
    label: "Due",
    cell: ({ due_on, days_overdue: days }) => (days > 0 ? overdueText(days) : dayText(due_on)),
  },
  { label: "Left to pay", cell: ({ remaining }) => formatMoney(remaining), is_number: true },
];
