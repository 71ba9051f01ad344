import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { VersionUse as Use } from "../../../worker/domain/software/index.ts";
import { useCan } from "../../../worker/ui/access.tsx";
import { DateText } from "../../../worker/ui/date.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";
import { writeHref } from "../notifications/audience-values.ts";
import { formatCount } from "./labels.ts";

const columns: Column<Use["latest"][number]>[] = [
  { label: "Organization", cell: ({ name }) => name },
  { label: "People", cell: ({ users }) => users.toLocaleString("en-US"), is_number: true },
  { label: "Last download", cell: ({ last_at }) => <DateText at={last_at} />, on_phones: "note" },
];

type VersionUseProps = { id: string; use: Use; can_write: boolean };

export function VersionUse({ id: version_id, use: { downloads, organizations, latest }, can_write }: VersionUseProps) {
  const canReadOrganizations = useCan("organizations:read");
  return (
    <section>
      <h2>Who is on it</h2>
      {downloads === 0 ? (
        <p className="small">Nobody has downloaded it.</p>
      ) : (
        <>
          <p className="small">
            {formatCount(downloads, "download")} by {formatCount(organizations, "organization")}
            {organizations > latest.length && `; the ${latest.length} with the latest`}.
          </p>
          <Table
            rows={latest}
            id={({ id }) => id}
            href={canReadOrganizations ? ({ id }) => hrefOf(pages.organization, { org_id: id }) : undefined}
            columns={columns}
          />
          {can_write && (
            <p className="links">
              <a href={writeHref({ version_ids: [version_id] })}>Write to them</a>
            </p>
          )}
        </>
      )}
    </section>
  );
}
