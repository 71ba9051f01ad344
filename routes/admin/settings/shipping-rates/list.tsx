import { formatMoney } from "../../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import * as contract from "../../../../worker/contract/v1/admin/shipping-rates.ts";
import { listAdminShippingRates } from "../../../../worker/domain/fulfilment/index.ts";
import { DateText } from "../../../../worker/ui/date.tsx";
import { Badge } from "../../../../worker/ui/parts/badge.tsx";
import { countryName, listCountries } from "../../../countries.ts";
import { consoleLayout } from "../../../layouts.tsx";
import { listRoutes } from "../../../list-routes.tsx";
import { daysText, rateNote } from "./labels.ts";

export const shippingRateList = listRoutes({
  access: "shipping_rates:read",
  layout: consoleLayout,
  section: "Settings",
  query: contract.listAdminShippingRates.query,
  load: listAdminShippingRates,
  head: () => ({
    trail: [["Settings", pages.settings]],
    subtitle: rateNote,
    action: (
      <a className="button" href={pages.newShippingRate}>
        Add a rate
      </a>
    ),
  }),
  list: {
    title: "Shipping rates",
    noun: ["rate", "rates"],
    path: pages.shippingRates,
    id: ({ id }) => id,
    href: ({ id }) => hrefOf(pages.shippingRate, { id }),
    columns: [
      {
        label: "Country",
        cell: ({ country }) => countryName(country),
        csv: ({ country }) => country ?? "",
        sort: "country",
      },
      {
        label: "Option",
        cell: ({ option }) => option,
        csv: ({ option }) => option,
        sort: "option",
        on_phones: "note",
      },
      {
        label: "Business days",
        cell: daysText,
        csv: daysText,
        on_phones: "hidden",
      },
      {
        label: "Free from",
        cell: ({ free_from }) => (free_from === null ? "Never" : formatMoney(free_from)),
        csv: ({ free_from }) => (free_from === null ? "" : free_from / 100),
        is_number: true,
        on_phones: "hidden",
      },
      {
        label: "Price",
        cell: ({ price }) => formatMoney(price),
        csv: ({ price }) => price / 100,
        sort: "price",
        is_number: true,
      },
      {
        label: "State",
        cell: ({ is_active }) =>
          is_active ? <Badge tone="success">Offered</Badge> : <Badge tone="neutral">Switched off</Badge>,
        csv: ({ is_active }) => is_active,
        on_phones: "state",
      },
      {
        label: "Changed",
        cell: ({ updated_at }) => <DateText at={updated_at} />,
        csv: ({ updated_at }) => updated_at,
        sort: "updated_at",
        is_extra: true,
      },
    ],
    labels: {
      search: "Search options",
      filters: {
        country: { label: "Country", any: "Every country", options: [["none", countryName(null)], ...listCountries()] },
        is_active: { label: "State", any: "Any", values: { true: "Offered", false: "Switched off" } },
      },
    },
    empty: {
      text: "Nothing that is shipped can be sold until there is a shipping rate. Software can be sold without one.",
      action: { label: "Add a rate", href: pages.newShippingRate },
    },
    has_csv: true,
    has_keys: true,
  },
});
