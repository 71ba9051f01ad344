import { formatMoney } from "../../../../islands/lib/money.ts";
import { pages } from "../../../../worker/contract/pages.ts";
import { listRates } from "../../../../worker/domain/shipping-rates/index.ts";
import { page } from "../../../../worker/http/page.ts";
import { PageHeader } from "../../../../worker/ui/layouts/page-header.tsx";
import { EmptyState } from "../../../../worker/ui/lists/empty-state.tsx";
import { Table } from "../../../../worker/ui/lists/table.tsx";
import { countryName } from "../../../countries.ts";
import { consoleLayout } from "../../../layouts.tsx";

/** What shipping costs, by country. */
export const shippingRates = page({
  path: pages.shippingRates,
  access: "admin",
  layout: consoleLayout,
  section: "Settings",
  load: async ({ ctx }) => listRates(ctx),
  head: () => ({ title: "Shipping rates · Console · CrunchBox", no_store: true }),
  view: (rates) => (
    <>
      <PageHeader trail={[["Settings", pages.settings]]} title="Shipping rates" />
      {rates.length === 0 && <EmptyState>Nothing physical can be sold until there is a shipping rate.</EmptyState>}
      {rates.length > 0 && (
        <Table
          rows={rates}
          id={({ id }) => id}
          columns={[
            { label: "Country", cell: ({ country }) => countryName(country) },
            { label: "Option", cell: ({ option }) => option, on_phones: "note" },
            { label: "Price", cell: ({ price }) => formatMoney(price), is_number: true },
          ]}
        />
      )}
    </>
  ),
});
