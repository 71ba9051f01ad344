import * as z from "zod/mini";
import { freeText, uuid } from "../../../worker/contract/fields.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { withdrawVersion as withdrawContract } from "../../../worker/contract/v1/admin/releases.ts";
import * as contract from "../../../worker/contract/v1/admin/software.ts";
import {
  checkPublication,
  getVersion,
  getVersionGraph,
  getVersionUse,
  type PublishCheck,
  publishVersion,
  updateVersion,
  withdrawVersion,
  type Version,
  type VersionUse as Use,
} from "../../../worker/domain/software/index.ts";
import { listObjectAudit } from "../../../worker/domain/platform/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Badge } from "../../../worker/ui/parts/badge.tsx";
import { History } from "../../../worker/ui/parts/history.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { CheckSection, PublishForm } from "./publish.tsx";
import { softwareHref, statusLabels, statusTones, versionHref } from "./labels.ts";
import {
  FileSection,
  DescriptionForm,
  versionTitle,
  DependenciesSection,
  RolloutSection,
  VersionSummary,
} from "./version-sections.tsx";
import { VersionUse } from "./version-use.tsx";
import { WithdrawalWarning, WithdrawForm } from "./withdraw.tsx";

const params = z.object({ id: uuid() });
const actsMax = 6;
const auditSubject = (id: string) => ({ subject_type: "software_version", subject_id: id }) as const;

const versionPage = page({
  path: pages.adminVersion,
  access: "software:read",
  layout: consoleLayout,
  section: "Software",
  params,
  async load({ ctx, params: { id } }) {
    const [version, use, graph, check, acts] = await Promise.all([
      getVersion(ctx, id),
      getVersionUse(ctx, id),
      getVersionGraph(ctx, id),
      checkPublication(ctx, id),
      listObjectAudit(ctx, { ...auditSubject(id), limit: actsMax }),
    ]);
    return { version, use, graph, check, acts };
  },
  head: ({ version }) => ({ title: `${versionTitle(version)} · CrunchBox`, no_store: true }),
  view: ({ version, use, graph, check, acts }, { flash, viewer }) => (
    <>
      <PageHeader
        trail={[
          ["Software", pages.adminSoftware],
          [version.reference.title, softwareHref({ kind: version.reference_type, name: version.reference.name })],
        ]}
        title={versionTitle(version)}
        badges={<Badge tone={statusTones[version.status]}>{statusLabels[version.status]}</Badge>}
        subtitle={<VersionSummary version={version} />}
        action={can(viewer, "releases:act") && <VersionActions version={version} check={check} use={use} />}
      />
      <ObjectLayout
        aside={
          <div className="steps">
            <FileSection version={version} />
            <History entries={acts} more={hrefOf(pages.audit, {}, auditSubject(version.id))} />
          </div>
        }
      >
        {version.withdrawal && <WithdrawalWarning withdrawal={version.withdrawal} />}
        {version.rollout && <RolloutSection rollout={version.rollout} is_for_devices={version.is_for_devices} />}
        {version.status !== "withdrawn" && <CheckSection version={version} check={check} />}
        <VersionUse id={version.id} use={use} can_write={can(viewer, "news:act")} />
        <DescriptionForm version={version} typed={flash?.typed} />
        <DependenciesSection version={version} graph={graph} />
      </ObjectLayout>
    </>
  ),
});

function VersionActions({ version, check, use }: { version: Version; check: PublishCheck; use: Use }) {
  const { id, status, reference_type } = version;
  const isStaged = status === "waiting" || status === "rolling_out";
  return (
    <>
      {status !== "withdrawn" && <WithdrawForm version={version} use={use} />}
      {isStaged && reference_type !== "dependency" && (
        <a className="button quiet" href={hrefOf(pages.stageAdminVersion, { id })}>
          Roll out in stages
        </a>
      )}
      {isStaged && <PublishForm version={version} check={check} />}
    </>
  );
}

const saveDescriptionForm = formPost(contract.updateVersion, {
  path: pages.adminVersion,
  page: versionPage,
  back: (_version, c) => versionHref(c.req.param("id") ?? ""),
  send: (ctx, { params: { id }, body }) => updateVersion(ctx, id, body),
  done: () => "Saved what is new.",
});

/** The form must send the check's result, which the API call takes as optional. */
const publishBody = z.object({ check: freeText(64, "What publish-check answered") });

const publishForm = formPost(
  { access: "releases:act", call: "POST /v1/admin/versions/{id}/publish", params, body: publishBody } as const,
  {
    path: pages.publishAdminVersion,
    page: versionPage,
    back: (_done, c) => versionHref(c.req.param("id") ?? ""),
    send: (ctx, { params: { id }, body }) => publishVersion(ctx, id, body.check),
    done: () => "It is published. Entitled users are notified unless they turned news off.",
    refusal: ({ errcode, message }) => ({
      message:
        errcode === "OBJECT_OUTDATED"
          ? "Something changed since the check, so nothing was published. Review the effects again."
          : `${message}, so nothing was changed. Below is how it is now.`,
    }),
  },
);

const withdrawForm = formPost(withdrawContract, {
  path: pages.withdrawAdminVersion,
  page: versionPage,
  back: (_done, c) => versionHref(c.req.param("id") ?? ""),
  send: (ctx, { params: { id }, body }) => withdrawVersion(ctx, id, body),
  done: () => "It is withdrawn. Those who downloaded it are notified by email and in the app.",
});

export const versionRoutes = [versionPage, saveDescriptionForm, publishForm, withdrawForm];
