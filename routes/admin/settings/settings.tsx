import { pages } from "../../../worker/contract/pages.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import { page } from "../../../worker/http/page.ts";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Table } from "../../../worker/ui/lists/table.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { settingsEntries } from "./entries.ts";

export const settingsPage = page({
  path: pages.settings,
  access: "use_console",
  layout: consoleLayout,
  section: "Settings",
  load: async ({ ctx }) =>
    Promise.all(settingsEntries.map(async ({ readState, ...entry }) => ({ ...entry, state: await readState(ctx) }))),
  head: () => ({ title: "Settings · Console · CrunchBox", no_store: true }),
  view: (entries, { viewer }) => (
    <>
      <PageHeader title="Settings" subtitle="Settings of the whole shop. Changes take effect at once." />
      <Table
        rows={entries.filter(({ access }) => can(viewer, access))}
        id={({ href }) => href}
        href={({ href }) => href}
        columns={[
          { label: "Setting", cell: ({ title }) => title },
          { label: "What it decides", cell: ({ about }) => about, on_phones: "note" },
          { label: "Now", cell: ({ state }) => state, on_phones: "state" },
        ]}
      />
    </>
  ),
});
