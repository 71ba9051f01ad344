import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { listSoftware, type Software } from "../../../worker/domain/software/index.ts";
import { page } from "../../../worker/http/page.ts";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { EmptyState } from "../../../worker/ui/lists/empty-state.tsx";
import { appLayout } from "../../layouts.tsx";
import { BuildAction, BuildFacts, Refused, WithdrawnVersions } from "./build.tsx";

export const downloads = page({
  path: pages.downloads,
  access: "session",
  layout: appLayout,
  section: "Downloads",
  load: ({ ctx }) => listSoftware(ctx),
  head: () => ({ title: "Downloads · CrunchBox", no_store: true }),
  view: ({ data }) => (
    <>
      <PageHeader
        title="Downloads"
        subtitle={
          <>
            Software for your computers and devices, and what your plans unlock.{" "}
            <a href={pages.downloadHistory}>What was downloaded</a>
          </>
        }
      />
      {data.length === 0 && <EmptyState drawing="things">There is nothing to download yet.</EmptyState>}
      <Group title="Software" rows={data.filter(({ kind }) => kind === "software")} />
      <Group title="Flowpoint plugins" rows={data.filter(({ kind }) => kind === "plugin")} />
    </>
  ),
});

function Group({ title, rows }: { title: string; rows: Software[] }) {
  if (rows.length === 0) return null;
  return (
    <section className="software">
      <h2>{title}</h2>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <Row row={row} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The newest available version, and why a newer one is not. */
function Row({ row }: { row: Software }) {
  const { latest_version_allowed: theirs } = row;
  return (
    <>
      <div className="software-words">
        <h3>
          <a href={hrefOf(pages.softwareVersions, { name: row.name })}>{row.title}</a>
          {theirs && ` ${theirs.version}`}
        </h3>
        <p>{row.description}</p>
        {theirs && <BuildFacts build={theirs} />}
        <Refused row={row} />
        <WithdrawnVersions versions={row.withdrawn_versions} />
      </div>
      {theirs && <BuildAction build={theirs} title={row.title} />}
    </>
  );
}
