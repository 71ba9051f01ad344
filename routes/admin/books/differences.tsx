import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/books.ts";
import { listBookDifferences } from "../../../worker/domain/accounting/index.ts";
import { consoleLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";
import { differenceColumns } from "./difference-columns.tsx";
import { kindWords } from "./words.ts";

/** Open and closed reconciliation discrepancies. */
export const differences = listRoutes({
  access: "manage_shop",
  layout: consoleLayout,
  section: "Integrations",
  query: contract.listBookDifferences.query,
  load: listBookDifferences,
  head: () => ({
    trail: [
      ["Integrations", pages.integrations],
      ["Books", pages.books],
    ],
  }),
  list: {
    title: "Differences",
    noun: ["difference", "differences"],
    path: pages.bookDifferences,
    id: ({ id }) => id,
    href: ({ id }) => hrefOf(pages.bookDifference, { id }),
    columns: differenceColumns,
    views: [
      { label: "Open", query: { is_open: "true" } },
      { label: "Closed", query: { is_open: "false" } },
    ],
    words: {
      search: "Number of what it is about",
      without: ["is_open"],
      filters: { kind: { label: "What", values: kindWords }, is_open: { label: "Open" } },
    },
    empty: { drawing: "papers", text: "There have been no discrepancies." },
    has_csv: true,
    has_keys: true,
  },
});
