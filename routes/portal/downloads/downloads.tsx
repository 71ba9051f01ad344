import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { listSoftware, type Software } from "../../../worker/domain/software/index.ts";
import { page } from "../../../worker/http/page.ts";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { EmptyState } from "../../../worker/ui/lists/empty-state.tsx";
import { appLayout } from "../../layouts.tsx";
import { BuildAction, BuildFacts, RefusalNotice, WithdrawnVersions } from "./build.tsx";

export const downloadsPage = page({
  path: pages.downloads,
  access: "session",
  layout: appLayout,
  section: "Downloads",
  async load({ ctx }) {
    const { data } = await listSoftware(ctx);
    return data.filter(isShown);
  },
  head: () => ({ title: "Downloads · CrunchBox", no_store: true }),
  view: (data) => (
    <>
      <PageHeader
        title="Downloads"
        subtitle={
          <>
            Software for your computers and devices, and what your plans unlock.{" "}
            <a href={pages.downloadHistory}>Download history</a>
          </>
        }
      />
      {data.length === 0 && (
        <EmptyState drawing="things">
          There is nothing to download yet. Software for your devices and plans will be listed here.
        </EmptyState>
      )}
      <SoftwareGroup title="Software" rows={data.filter(({ kind }) => kind === "software")} />
      <SoftwareGroup title="Flowpoint plugins" rows={data.filter(({ kind }) => kind === "plugin")} />
    </>
  ),
});

function SoftwareGroup({ title, rows }: { title: string; rows: Software[] }) {
  if (rows.length === 0) return null;
  return (
    <section className="software">
      <h2>{title}</h2>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <SoftwareRow row={row} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Icons of 40 px: a window, a chip, a piece of a puzzle. */
const drawings = {
  app: "M5,8h30v24H5zM5 14h30M9 11h.01M13 11h.01",
  firmware: "M12,12h16v16H12zM16 16h8v8h-8zM16 12V6M24 12V6M16 34v-6M24 34v-6M12 16H6M12 24H6M34 16h-6M34 24h-6",
  plugin: "M8,14h7a4 4 0 1 1 8 0h9v7a4 4 0 1 0 0 8v5H8z",
} as const;

function Drawing({ row: { kind, fits_product_ids } }: { row: Software }) {
  const name = kind === "plugin" ? "plugin" : fits_product_ids.length > 0 ? "firmware" : "app";
  return (
    <svg className="software-drawing" viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
      <path d={drawings[name]} fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
    </svg>
  );
}

/** Software without a version offers nothing to download or buy; withdrawn versions are still listed. */
const isShown = ({ latest_version, withdrawn_versions }: Software): boolean =>
  latest_version !== null || withdrawn_versions.length > 0;

/** Shows the newest available version, and why a newer one is not available. */
function SoftwareRow({ row }: { row: Software }) {
  const { latest_version_allowed: allowedVersion } = row;
  const isLocked = !allowedVersion && row.withdrawn_versions.length === 0;
  return (
    <>
      <Drawing row={row} />
      <div className="software-words">
        <h3>
          <a href={hrefOf(pages.softwareVersions, { name: row.name })}>{row.title}</a>
          {allowedVersion && ` ${allowedVersion.version}`}
        </h3>
        {!isLocked && row.description && <p>{row.description}</p>}
        {allowedVersion && <BuildFacts build={allowedVersion} software={row} />}
        <RefusalNotice row={row} />
        <WithdrawnVersions versions={row.withdrawn_versions} />
      </div>
      {allowedVersion && <BuildAction build={allowedVersion} title={row.title} />}
    </>
  );
}
