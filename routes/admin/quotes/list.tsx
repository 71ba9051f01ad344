import { quoteStatuses } from "../../../db/enums.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/quotes.ts";
import { findOrganizationOption } from "../../../worker/domain/organizations/index.ts";
import { listAdminQuotes } from "../../../worker/domain/sales/index.ts";
import { dateColumn, statusFilter, totalColumn } from "../../../worker/ui/lists/columns.tsx";
import { QuoteBadge, quoteDay, quoteStatusText, quoteStatusLabels } from "../../../worker/ui/parts/quote.tsx";
import { can } from "../../../worker/contract/people/permissions.ts";
import { consoleLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";

export const adminQuoteList = listRoutes({
  access: "quotes:read",
  layout: consoleLayout,
  section: "Quotes",
  query: contract.listAdminQuotes.query,
  load: listAdminQuotes,
  choices: (ctx, { org_id }) => findOrganizationOption(ctx, org_id),
  head: (viewer) => ({
    action: can(viewer, "quotes:act") && (
      <a className="button" href={pages.newQuote}>
        Start a quote
      </a>
    ),
  }),
  list: {
    title: "Quotes",
    noun: ["quote", "quotes"],
    path: pages.adminQuotes,
    id: ({ id }) => id,
    href: ({ id }) => hrefOf(pages.adminQuote, { quote_id: id }),
    columns: [
      { label: "Quote", cell: ({ quote_number }) => quote_number, csv: ({ quote_number }) => quote_number },
      { ...dateColumn, on_phones: "hidden" },
      { label: "Organization", cell: ({ org }) => org.name, csv: ({ org }) => org.name, on_phones: "note" },
      { label: "For", cell: ({ user }) => user.name, csv: ({ user }) => user.name, is_extra: true },
      {
        label: "Valid until",
        cell: ({ valid_until }) => valid_until && quoteDay(valid_until),
        csv: ({ valid_until }) => valid_until,
        is_extra: true,
      },
      {
        label: "Status",
        cell: (quote) => <QuoteBadge quote={quote} needs_you="requested" />,
        csv: quoteStatusText,
        on_phones: "state",
      },
      { ...totalColumn, label: "Before tax" },
    ],
    views: [
      { label: "To answer", query: { status: "requested" } },
      { label: "Sent", query: { status: "sent" } },
      { label: "In a cart", query: { status: "accepted" } },
    ],
    labels: {
      search: "Number, name or organization",
      without: ["org_id"],
      filters: {
        org_id: { label: "Organization" },
        status: statusFilter(quoteStatuses, (each) => quoteStatusLabels[each]),
      },
    },
    empty: { drawing: "papers", text: "No quotes yet. Customers ask for a price in their cart." },
    has_csv: true,
  },
});
