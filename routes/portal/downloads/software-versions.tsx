import * as z from "zod/mini";
import { softwareName } from "../../../worker/contract/fields.ts";
import { pages } from "../../../worker/contract/pages.ts";
import { findSoftware } from "../../../worker/domain/software/index.ts";
import { page } from "../../../worker/http/page.ts";
import { PageNotFound } from "../../../worker/http/page-spec.ts";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { EmptyState } from "../../../worker/ui/lists/empty-state.tsx";
import { appLayout } from "../../layouts.tsx";
import { BuildAction, BuildFacts, BuildHash, RefusalNotice, WithdrawnVersions } from "./build.tsx";

export const softwareVersions = page({
  path: pages.softwareVersions,
  access: "session",
  layout: appLayout,
  section: "Downloads",
  params: z.object({ name: softwareName() }),
  async load({ ctx, params }) {
    const found = await findSoftware(ctx, params.name);
    if (!found) throw new PageNotFound();
    return found;
  },
  head: ({ title }) => ({ title: `${title} · CrunchBox`, no_store: true }),
  view: (software) => (
    <>
      <PageHeader trail={[["Downloads", pages.downloads]]} title={software.title} subtitle={software.description} />
      <RefusalNotice row={software} />
      <WithdrawnVersions versions={software.withdrawn_versions} />
      {software.versions.length === 0 && <EmptyState drawing="things">No version is published yet.</EmptyState>}
      <section className="software" aria-label="Versions">
        <ul>
          {software.versions.map((version) => (
            <li key={version.id}>
              <div className="software-words">
                <h2>{version.version}</h2>
                <p>{version.notes}</p>
                <BuildFacts build={version} />
                <BuildHash build={version} />
                {version.reason && <p className="small">{version.reason.message}</p>}
              </div>
              {version.allowed && <BuildAction build={version} title={software.title} />}
            </li>
          ))}
        </ul>
      </section>
    </>
  ),
});
