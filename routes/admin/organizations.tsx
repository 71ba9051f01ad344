import { hrefOf, pages } from "../../worker/contract/pages.ts";
import * as contract from "../../worker/contract/v1/admin/organizations.ts";
import { listOrganizations } from "../../worker/domain/organizations/index.ts";
import { DateText } from "../../worker/ui/date.tsx";
import { consoleLayout } from "../layouts.tsx";
import { listRoutes } from "../list-routes.tsx";

/** The customers, for administrators. */
export const organizations = listRoutes({
  access: "admin",
  layout: consoleLayout,
  section: "Organizations",
  query: contract.listOrganizations.query,
  load: listOrganizations,
  list: {
    title: "Organizations",
    noun: ["organization", "organizations"],
    path: pages.organizations,
    id: ({ id }) => id,
    href: ({ id }) => hrefOf(pages.organization, { org_id: id }),
    columns: [
      { label: "Name", cell: ({ name }) => name, csv: ({ name }) => name, sort: "name" },
      {
        label: "Billing email",
        cell: ({ billing_email }) => billing_email,
        csv: ({ billing_email }) => billing_email,
        on_phones: "note",
      },
      {
        label: "Price level",
        cell: ({ price_level_name }) => price_level_name ?? "List prices",
        csv: ({ price_level_name }) => price_level_name,
        on_phones: "state",
      },
      { label: "Industry", cell: ({ industry }) => industry, csv: ({ industry }) => industry, on_phones: "hidden" },
      {
        label: "Since",
        cell: ({ created_at }) => <DateText at={created_at} />,
        csv: ({ created_at }) => created_at,
        sort: "created_at",
        on_phones: "hidden",
      },
      {
        label: "People",
        cell: ({ user_count }) => user_count.toLocaleString("en-US"),
        csv: ({ user_count }) => user_count,
        is_number: true,
      },
    ],
    words: {
      search: "Name, notes or billing email",
      without: ["name", "notes"],
      filters: { price_level_name: { label: "Price level" } },
    },
    empty: {
      drawing: "people",
      text: "No organization is here yet. One is made when an account request is approved for it.",
    },
    has_csv: true,
    has_keys: true,
  },
});
