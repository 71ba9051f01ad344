import { quoteStatuses } from "../../../db/enums.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/client/quotes.ts";
import { listQuotes } from "../../../worker/domain/sales/index.ts";
import { dateColumn, statusFilter, totalColumn } from "../../../worker/ui/lists/columns.tsx";
import { QuoteBadge, quoteDay, quoteStatusText, quoteStatusLabels } from "../../../worker/ui/parts/quote.tsx";
import { appLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";

export const quoteList = listRoutes({
  access: "buy",
  layout: appLayout,
  section: "Quotes",
  query: contract.listQuotes.query,
  load: listQuotes,
  head: () => ({ subtitle: "Prices that your organization asked for. Ask for another one in the cart." }),
  list: {
    title: "Quotes",
    noun: ["quote", "quotes"],
    path: pages.quotes,
    id: ({ id }) => id,
    href: ({ id }) => hrefOf(pages.quote, { quote_id: id }),
    columns: [
      { label: "Quote", cell: ({ quote_number }) => quote_number, csv: ({ quote_number }) => quote_number },
      { ...dateColumn, label: "Asked", on_phones: "hidden" },
      { label: "By", cell: ({ user }) => user.name, csv: ({ user }) => user.name, on_phones: "note" },
      {
        label: "Valid until",
        cell: ({ valid_until }) => valid_until && quoteDay(valid_until),
        csv: ({ valid_until }) => valid_until,
        on_phones: "hidden",
      },
      {
        label: "Order",
        cell: ({ order_number }) => order_number,
        csv: ({ order_number }) => order_number,
        is_extra: true,
      },
      {
        label: "Status",
        cell: (quote) => <QuoteBadge quote={quote} needs_you="sent" />,
        csv: quoteStatusText,
        on_phones: "state",
      },
      { ...totalColumn, label: "Before tax" },
    ],
    views: [
      { label: "To answer", query: { status: "sent" } },
      { label: "Ordered", query: { status: "ordered" } },
    ],
    labels: {
      search: "Number or name",
      filters: {
        status: statusFilter(quoteStatuses, (each) => quoteStatusLabels[each]),
      },
    },
    empty: {
      drawing: "papers",
      text: "No quotes yet. Fill the cart and press “Ask for a price” there.",
      action: { label: "See products", href: pages.products },
    },
    has_csv: true,
  },
});
