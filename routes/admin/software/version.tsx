import { Fragment } from "react";
import * as z from "zod/mini";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
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
  type VersionGraph,
  type VersionUse as Use,
} from "../../../worker/domain/software/index.ts";
import { listObjectAudit } from "../../../worker/domain/platform/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { StaffLink, useCan } from "../../../worker/ui/access.tsx";
import { DateText } from "../../../worker/ui/date.tsx";
import { Graph } from "../../../worker/ui/figures/graph.tsx";
import { compared } from "../../../worker/ui/forms/compared.ts";
import { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";
import { VersionFields, SideBySide } from "../../../worker/ui/forms/version-fields.tsx";
import { ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Badge } from "../../../worker/ui/parts/badge.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { History } from "../../../worker/ui/parts/history.tsx";
import { Hash, sizeText } from "../../portal/downloads/build.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { CheckSection, PublishForm } from "./publish.tsx";
import { softwareHref, statusText, statusTone, versionHref } from "./labels.ts";
import { VersionUse } from "./version-use.tsx";
import { Withdrawal, WithdrawForm } from "./withdraw.tsx";

const params = z.object({ id: uuid() });
const actsShown = 6;
const namedMax = 3;
const about = (id: string) => ({ subject_type: "software_version", subject_id: id }) as const;
const nameOf = ({ reference, version }: Version) => `${reference.title} ${version}`;

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
      listObjectAudit(ctx, { ...about(id), limit: actsShown }),
    ]);
    return { version, use, graph, check, acts };
  },
  head: ({ version }) => ({ title: `${nameOf(version)} · CrunchBox`, no_store: true }),
  view: ({ version, use, graph, check, acts }, { flash, viewer }) => (
    <>
      <PageHeader
        trail={[
          ["Software", pages.adminSoftware],
          [version.reference.title, softwareHref({ kind: version.reference_type, name: version.reference.name })],
        ]}
        title={nameOf(version)}
        badges={<Badge tone={statusTone[version.status]}>{statusText[version.status]}</Badge>}
        subtitle={<Sentence version={version} />}
        action={can(viewer, "releases:act") && <Actions version={version} check={check} use={use} />}
      />
      <ObjectLayout
        aside={
          <div className="steps">
            <About version={version} />
            <History entries={acts} more={hrefOf(pages.audit, {}, about(version.id))} />
          </div>
        }
      >
        {version.withdrawal && <Withdrawal withdrawal={version.withdrawal} />}
        {version.rollout && <RolloutSection rollout={version.rollout} is_for_devices={version.is_for_devices} />}
        {version.status !== "withdrawn" && <CheckSection version={version} check={check} />}
        <VersionUse id={version.id} use={use} can_write={can(viewer, "news:act")} />
        <Description version={version} typed={flash?.typed} />
        <Needs version={version} graph={graph} />
      </ObjectLayout>
    </>
  ),
});

function Actions({ version, check, use }: { version: Version; check: PublishCheck; use: Use }) {
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

type Rollout = NonNullable<Version["rollout"]>;

function RolloutSection({ rollout, is_for_devices }: { rollout: Rollout; is_for_devices: boolean }) {
  const { organizations, percent } = rollout;
  const rest = organizations.length - namedMax;
  return (
    <section>
      <h2>Who gets it so far</h2>
      <Facts
        facts={[
          ["Beta testers", "All who may have it"],
          [
            "Organizations",
            organizations.length === 0 ? (
              "None chosen"
            ) : (
              <>
                {organizations.slice(0, namedMax).map(({ id, name }, at) => (
                  <Fragment key={id}>
                    {at > 0 && ", "}
                    <StaffLink access="organizations:read" href={hrefOf(pages.organization, { org_id: id })}>
                      {name}
                    </StaffLink>
                  </Fragment>
                ))}
                {rest > 0 && ` and ${rest.toLocaleString("en-US")} more`}
              </>
            ),
          ],
          [
            "Percentage",
            percent === 0 ? "None" : `${percent} % of the ${is_for_devices ? "devices" : "organizations"}`,
          ],
        ]}
      />
    </section>
  );
}

function Sentence({ version }: { version: Version }) {
  const { status, published_at, publisher, created_at, rollout, withdrawal } = version;
  if (withdrawal)
    return (
      <>
        Withdrawn on <DateText at={withdrawal.withdrawn_at} />
        {withdrawal.by && ` by ${withdrawal.by.first_name} ${withdrawal.by.last_name}`}.
      </>
    );
  if (rollout)
    return (
      <>
        Rolling out since <DateText at={rollout.staged_at} />. Everybody else keeps the version before.
      </>
    );
  if (status === "waiting" || published_at === null)
    return (
      <>
        Built on <DateText at={created_at} />. Only beta testers can get it, outside production.
      </>
    );
  return (
    <>
      Published on <DateText at={published_at} />
      {publisher && ` by ${publisher.first_name} ${publisher.last_name}`}.
    </>
  );
}

function About({ version }: { version: Version }) {
  const { file_name, size, data, developer_description } = version;
  const range = data.plugin?.compatible_app_version;
  return (
    <section>
      <h2>File</h2>
      <Facts
        facts={[
          ["File", file_name],
          ["Size", sizeText(size)],
          ...(data.plugin ? [["Flowpoint", range ?? "Every version"] as const] : []),
          ["Environment", environmentText[version.status]],
        ]}
      />
      <Hash build={version} />
      {developer_description && (
        <details>
          <summary>Developer notes</summary>
          <p className="plain">{developer_description}</p>
        </details>
      )}
    </section>
  );
}

/** Beta testers get a version that waits outside production (O-034). */
const environmentText: Record<Version["status"], string> = {
  waiting: "Staging, development",
  rolling_out: "Production, for those who get it",
  published: "Production, staging, development",
  withdrawn: "None",
};

type DescriptionProps = { version: Version; typed: Parameters<typeof fieldsOf>[0] };

function Description({ version, typed: input }: DescriptionProps) {
  const { id, public_description, updated_at } = version;
  const current = { public_description };
  // the publish form has no such field
  const ownInput = input && "public_description" in input.values ? input : undefined;
  const { typed, rows } = compared(ownInput, updated_at, current, { public_description: "What is new" });
  const { field } = fieldsOf(typed, current);
  const canAct = useCan("releases:act");
  if (!canAct)
    return (
      <section>
        <h2>What is new</h2>
        <p className="plain">{public_description ?? "No release notes yet."}</p>
      </section>
    );
  return (
    <section>
      <h2>What is new</h2>
      <SideBySide rows={rows} href={versionHref(id)} />
      <form method="post" action={versionHref(id)} className="described" noValidate>
        <VersionFields updated_at={updated_at} values={current} />
        <TextAreaField {...field("public_description")} label="For customers" maxLength={4000} />
        <button className="button quiet">Save release notes</button>
      </form>
    </section>
  );
}

function Needs({ version, graph }: { version: Version; graph: VersionGraph }) {
  const isAlone = graph.edges.length === 0;
  return (
    <section>
      <h2>Dependencies</h2>
      {isAlone ? (
        <p className="small">This version has no dependencies, and no other version depends on it.</p>
      ) : (
        <Graph
          title={`What ${nameOf(version)} needs, and what needs it`}
          verb="needs"
          edges={graph.edges}
          nodes={graph.nodes.map(({ version_id: id, title, version: number, is_published, is_deleted }) => ({
            id,
            label: title,
            href: versionHref(id),
            is_current: id === version.id,
            note: is_deleted ? `${number}, deleted` : is_published ? number : `${number}, not published`,
            is_wrong: is_deleted || (!is_published && id !== version.id),
          }))}
        />
      )}
    </section>
  );
}

const describe = formPost(contract.updateVersion, {
  path: pages.adminVersion,
  page: versionPage,
  back: (_version, c) => versionHref(c.req.param("id") ?? ""),
  send: (ctx, { params: { id }, body }) => updateVersion(ctx, id, body),
  done: () => "Saved what is new.",
});

/** Optional in the API. */
const publishBody = z.object({ check: freeText(64, "What publish-check answered") });

const publish = formPost({ access: "releases:act", params, body: publishBody } as const, {
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
});

const withdraw = formPost(withdrawContract, {
  path: pages.withdrawAdminVersion,
  page: versionPage,
  back: (_done, c) => versionHref(c.req.param("id") ?? ""),
  send: (ctx, { params: { id }, body }) => withdrawVersion(ctx, id, body),
  done: () => "It is withdrawn. Those who downloaded it are told by email and in the app.",
});

export const version = [versionPage, describe, publish, withdraw];
