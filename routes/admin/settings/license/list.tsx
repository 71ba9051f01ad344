import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import { listLicenseAgreements } from "../../../../worker/domain/platform/index.ts";
import { page } from "../../../../worker/http/page.ts";
import { DateText } from "../../../../worker/ui/date.tsx";
import { PageHeader } from "../../../../worker/ui/layouts/page-header.tsx";
import { EmptyState } from "../../../../worker/ui/lists/empty-state.tsx";
import { Table } from "../../../../worker/ui/lists/table.tsx";
import { consoleLayout } from "../../../layouts.tsx";
import { StateBadge } from "../legal/text-form.tsx";

export const licenseVersions = page({
  path: pages.licenseVersions,
  access: "settings:read",
  layout: consoleLayout,
  section: "Settings",
  load: ({ ctx }) => listLicenseAgreements(ctx),
  head: () => ({ title: "License agreement · Console · CrunchBox", no_store: true }),
  view: ({ data }) => (
    <>
      <PageHeader
        trail={[["Settings", pages.settings]]}
        title="License agreement"
        subtitle="Users agree to it before their first sign-in, and to a new version at their next one."
        action={
          <a className="button" href={pages.newLicenseVersion}>
            New version
          </a>
        }
      />
      {data.length === 0 ? (
        <EmptyState drawing="papers">
          No license agreement yet. Users cannot set up their accounts without one.
        </EmptyState>
      ) : (
        <Table
          rows={data}
          id={({ version }) => version}
          href={({ version }) => hrefOf(pages.licenseVersion, { version })}
          columns={[
            { label: "Version", cell: ({ version }) => version },
            { label: "State", cell: StateBadge, on_phones: "state" },
            { label: "In force from", cell: ({ valid_from }) => <DateText at={valid_from} />, on_phones: "note" },
            { label: "Published by", cell: ({ created_by }) => created_by ?? "A command", on_phones: "hidden" },
            {
              label: "Agreed",
              cell: ({ agreed_count }) => agreed_count.toLocaleString("en-US"),
              is_number: true,
              on_phones: "hidden",
            },
          ]}
        />
      )}
    </>
  ),
});
