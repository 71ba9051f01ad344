import { formatMoney } from "../../../islands/lib/money.ts";
import { ledgerLines } from "../../../worker/contract/entities/ledger.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/ledger.ts";
import { findProductOption } from "../../../worker/domain/catalog/index.ts";
import { findOrganizationOption } from "../../../worker/domain/organizations/index.ts";
import { listLedger } from "../../../worker/domain/payments/index.ts";
import { dateText } from "../../../worker/ui/date.tsx";
import { organizationColumn } from "../../../worker/ui/lists/columns.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";
import { kindLabels, lineLabels } from "./labels.ts";

/** `day` is in the shop's time zone; formatted in UTC, so that the viewer's zone does not shift it. */
export const dayText = (day: string): string => dateText(`${day}T12:00:00Z`, "UTC");

export const ledgerPages = listRoutes({
  access: "finance:read",
  layout: consoleLayout,
  section: "Finance",
  query: contract.listLedger.query,
  load: listLedger,
  choices: async (ctx, { org_id, product_id }) => {
    const [organization, product] = await Promise.all([
      findOrganizationOption(ctx, org_id),
      findProductOption(ctx, product_id),
    ]);
    return { ...organization, ...product };
  },
  head: () => ({
    trail: [["Finance", pages.finance]],
    subtitle: "Every movement of money, by the day of its booking in the shop’s time zone.",
  }),
  list: {
    title: "Ledger",
    noun: ["booking", "bookings"],
    path: pages.ledger,
    id: ({ id }) => id,
    href: ({ invoice }) => hrefOf(pages.adminInvoice, { invoice_id: invoice.id }),
    columns: [
      { label: "Day", cell: ({ day }) => dayText(day), csv: ({ day }) => day, sort: "booked_at" },
      { label: "Kind", cell: ({ kind }) => kindLabels[kind], csv: ({ kind }) => kindLabels[kind] },
      {
        label: "For",
        cell: ({ order, subscription }) => order?.order_number ?? subscription?.name,
        csv: ({ order, subscription }) => order?.order_number ?? subscription?.name ?? null,
      },
      {
        label: "Invoice",
        cell: ({ invoice }) => invoice.stripe_invoice_no ?? "No number yet",
        csv: ({ invoice }) => invoice.stripe_invoice_no,
        is_extra: true,
      },
      organizationColumn,
      {
        label: "Amount",
        cell: ({ amount, part }) =>
          part === null || part === amount ? (
            formatMoney(amount)
          ) : (
            <>
              {formatMoney(part)} <small>{`of ${formatMoney(amount)}`}</small>
            </>
          ),
        csv: ({ amount, part }) => (part ?? amount) / 100,
        is_number: true,
      },
      {
        label: "Tax",
        cell: ({ tax }) => (tax === 0 ? "" : formatMoney(tax)),
        csv: ({ tax }) => tax / 100,
        is_number: true,
        is_extra: true,
      },
      { label: "State", cell: () => null, csv: ({ state }) => state, is_csv_only: true },
    ],
    views: ledgerLines.map((line) => ({ label: lineLabels[line], query: { line } })),
    labels: {
      search: "Order, invoice or organization",
      without: ["line", "kind", "org_id", "product_id", "is_not_by_line", "price_level_name", "state"],
      filters: {
        line: { label: "Line", values: lineLabels },
        kind: { label: "Kind", values: kindLabels },
        org_id: { label: "Organization" },
        product_id: { label: "Product" },
        is_not_by_line: { label: "Not by line" },
        price_level_name: { label: "Price level" },
        state: { label: "State" },
      },
    },
    empty: { drawing: "papers", text: "No money has moved yet. Charges, refunds and disputes will be listed here." },
    has_csv: true,
  },
});
