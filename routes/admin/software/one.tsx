import * as z from "zod/mini";
import { softwareKinds } from "../../../db/enums.ts";
import { softwareName, uuid } from "../../../worker/contract/fields.ts";
import { listHref } from "../../../worker/contract/page-query.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { StaffPermission } from "../../../worker/contract/people/permissions.ts";
import {
  type DownloadStatistics,
  findLinkCheckByName,
  getDownloadStatistics,
  getSoftwareHistory,
  listLinkChoices,
  listSoftwareAudit,
  type SoftwareHistory,
} from "../../../worker/domain/software/index.ts";
import { page } from "../../../worker/http/page.ts";
import { IfAllowed, StaffLink } from "../../../worker/ui/access.tsx";
import { DateText } from "../../../worker/ui/date.tsx";
import { Plot } from "../../../worker/ui/figures/plot.tsx";
import { ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { EmptyState } from "../../../worker/ui/lists/empty-state.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";
import { Badge } from "../../../worker/ui/parts/badge.tsx";
import { History } from "../../../worker/ui/parts/history.tsx";
import { sizeText } from "../../portal/downloads/build.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { LinkForm, toProductOption } from "./link.tsx";
import { formatCount, statusLabels, statusTones, typeText, versionHref } from "./labels.ts";

const actsMax = 6;
const auditSubject = (id: string) => ({ subject_type: "software", subject_id: id }) as const;

export const softwareNamed = page({
  path: pages.adminSoftwareNamed,
  access: "software:read",
  layout: consoleLayout,
  section: "Software",
  params: z.object({ name: softwareName() }),
  query: z.object({
    kind: z.optional(z.enum(softwareKinds)),
    product_id: z.optional(z.union([uuid(), z.literal(["none", "default"])])),
  }),
  async load({ ctx, params: { name }, query: { kind, product_id } }) {
    const reference = { name, kind };
    const linkedProductId = product_id === "none" || product_id === "default" ? null : product_id;
    const [software, downloads, acts, choices, check] = await Promise.all([
      getSoftwareHistory(ctx, name, kind),
      getDownloadStatistics(ctx, name, kind),
      listSoftwareAudit(ctx, reference, actsMax),
      listLinkChoices(ctx, reference),
      linkedProductId === undefined ? undefined : findLinkCheckByName(ctx, reference, linkedProductId),
    ]);
    const link =
      software.kind === "plugin" ? { choices: choices.map(toProductOption), check, selected: product_id } : undefined;
    return { software, downloads, acts, link };
  },
  head: ({ software: { title } }) => ({ title: `${title} · CrunchBox`, no_store: true }),
  view: ({ software, downloads, acts, link }, { url }) => (
    <>
      <PageHeader
        trail={[["Software", listHref(pages.adminSoftware, url)]]}
        title={software.title}
        badges={<Badge tone="neutral">{typeText(software)}</Badge>}
        subtitle={<SoftwareSummary software={software} />}
        action={
          <IfAllowed access="software:act">
            <EditLink software={software} />
          </IfAllowed>
        }
      />
      <ObjectLayout
        aside={
          <div className="steps">
            <Downloads downloads={downloads} />
            <History entries={acts} more={hrefOf(pages.audit, {}, auditSubject(software.id))} />
          </div>
        }
      >
        <VersionList versions={software.versions} />
        {link && (
          <IfAllowed access="software:act">
            <LinkForm software={software} {...link} />
          </IfAllowed>
        )}
      </ObjectLayout>
    </>
  ),
});

/** Dependencies cannot be edited, because their manifests define them. */
function EditLink({ software: { id, name, kind } }: { software: SoftwareHistory }) {
  if (kind === "dependency") return null;
  const href = kind === "plugin" ? hrefOf(pages.pluginProducts, { id }) : hrefOf(pages.editSoftware, { name });
  return (
    <a className="button quiet" href={href}>
      {kind === "plugin" ? "Choose its devices" : "Edit"}
    </a>
  );
}

const listFormat = new Intl.ListFormat("en-US", { type: "conjunction" });

function SoftwareSummary({
  software: { description, author, name, is_default, has_availability, product, fits, kind, repository },
}: {
  software: SoftwareHistory;
}) {
  const availability = product
    ? `Bought with ${product.name}.`
    : is_default
      ? "Comes with Flowpoint."
      : kind === "dependency"
        ? ""
        : has_availability
          ? "Available to everyone."
          : "Nobody may have it yet: choose who may.";
  const compatibility = fits.length > 0 ? `Fits ${listFormat.format(fits.map((each) => each.name))}.` : "";
  const sourceText = repository ? `Imported from the repository ${repository}.` : "";
  return (
    <>
      {description}
      {description !== "" && <br />}
      {[`${name} by ${author}.`, compatibility, availability, sourceText].filter((part) => part !== "").join(" ")}
    </>
  );
}

type VersionList = SoftwareHistory["versions"];

const needsText = ({ needs }: VersionList[number]) =>
  needs.map(({ title, version }) => `${title} ${version}`).join(", ");

const columns: Column<VersionList[number]>[] = [
  { label: "Version", cell: ({ version }) => version },
  { label: "Published", cell: (version) => <PublishedCell version={version} />, on_phones: "note" },
  { label: "Needs", cell: needsText, on_phones: "hidden" },
  {
    label: "SHA-256",
    cell: ({ sha256 }) => <code title={sha256}>{sha256.slice(0, 8)}…</code>,
    on_phones: "hidden",
  },
  { label: "Size", cell: ({ size }) => sizeText(size), is_number: true },
  {
    label: "Downloads",
    cell: ({ downloads }) => downloads.toLocaleString("en-US"),
    is_number: true,
    on_phones: "hidden",
  },
];

function VersionList({ versions }: { versions: VersionList }) {
  return (
    <section>
      <h2>Versions</h2>
      {versions.length === 0 ? (
        <EmptyState drawing="things">No versions yet. The next release import adds one.</EmptyState>
      ) : (
        <Table rows={versions} id={({ id }) => id} href={({ id }) => versionHref(id)} columns={columns} />
      )}
    </section>
  );
}

function PublishedCell({ version: { status, published_at, publisher } }: { version: VersionList[number] }) {
  if (published_at === null) return <Badge tone={statusTones[status]}>{statusLabels[status]}</Badge>;
  return (
    <>
      <DateText at={published_at} />
      {publisher && ` by ${publisher.first_name} ${publisher.last_name}`}
    </>
  );
}

const weekLabel = (week: string): string =>
  new Date(`${week}T00:00:00Z`).toLocaleDateString("en-US", { day: "numeric", month: "short", timeZone: "UTC" });

function Downloads({
  downloads: { downloads: total, weeks, versions, organizations },
}: {
  downloads: DownloadStatistics;
}) {
  return (
    <section>
      <h2>Downloads</h2>
      {total === 0 ? (
        <p className="small">No downloads yet.</p>
      ) : (
        <>
          <p className="small">{formatCount(total, "download")} so far.</p>
          <Plot
            title="Downloads a week"
            points={weeks.map(({ week, downloads }) => ({ label: `from ${weekLabel(week)}`, value: downloads }))}
          />
          <DownloadShares
            title="By version"
            access="software:read"
            rows={versions.map(({ version_id: id, version, downloads }) => ({
              id,
              name: version,
              href: versionHref(id),
              downloads,
            }))}
          />
          <DownloadShares
            title="By organization"
            access="organizations:read"
            rows={organizations.map(({ org_id: id, name, downloads }) => ({
              id,
              name,
              downloads,
              href: hrefOf(pages.organization, { org_id: id }),
            }))}
          />
        </>
      )}
    </section>
  );
}

type Share = { id: string; name: string; href: string; downloads: number };

type DownloadSharesProps = { title: string; access: StaffPermission; rows: readonly Share[] };

function DownloadShares({ title, access, rows }: DownloadSharesProps) {
  const maxDownloads = Math.max(1, ...rows.map(({ downloads }) => downloads));
  return (
    <section>
      <h3>{title}</h3>
      <ul className="shares">
        {rows.map(({ id, name, href, downloads }) => (
          <li key={id}>
            <StaffLink access={access} href={href}>
              {name}
            </StaffLink>{" "}
            <span>{downloads.toLocaleString("en-US")}</span>
            <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
              <rect width={(downloads / maxDownloads) * 100} height="4" />
            </svg>
          </li>
        ))}
      </ul>
    </section>
  );
}
