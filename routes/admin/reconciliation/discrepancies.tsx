import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/books.ts";
import { listBookDifferences } from "../../../worker/domain/accounting/index.ts";
import { consoleLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";
import { discrepancyColumns } from "./discrepancy-columns.tsx";
import { kindLabels } from "./labels.ts";

export const discrepancies = listRoutes({
  access: "reconciliation:read",
  layout: consoleLayout,
  section: "Integrations",
  query: contract.listBookDifferences.query,
  load: listBookDifferences,
  head: () => ({
    trail: [
      ["Integrations", pages.integrations],
      ["Reconciliation", pages.reconciliation],
    ],
  }),
  list: {
    title: "Discrepancies",
    noun: ["discrepancy", "discrepancies"],
    path: pages.discrepancies,
    id: ({ id }) => id,
    href: ({ id }) => hrefOf(pages.discrepancy, { id }),
    columns: discrepancyColumns,
    views: [
      { label: "Open", query: { is_open: "true" } },
      { label: "Closed", query: { is_open: "false" } },
    ],
    labels: {
      search: "Reference number",
      without: ["is_open"],
      filters: { kind: { label: "Kind", values: kindLabels }, is_open: { label: "Open" } },
    },
    empty: { drawing: "papers", text: "No discrepancies yet." },
    has_csv: true,
    has_keys: true,
  },
});
