import { Fragment } from "react";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { Version, VersionGraph } from "../../../worker/domain/software/index.ts";
import { StaffLink, useCan } from "../../../worker/ui/access.tsx";
import { DateText } from "../../../worker/ui/date.tsx";
import { Graph } from "../../../worker/ui/figures/graph.tsx";
import { mergeForm } from "../../../worker/ui/forms/compared.ts";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { ConflictComparison, VersionFields } from "../../../worker/ui/forms/version-fields.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { BuildHash, sizeText } from "../../portal/downloads/build.tsx";
import { versionHref } from "./labels.ts";

/** A rollout names at most this many organizations. */
const namedMax = 3;
export const versionTitle = ({ reference, version }: Version) => `${reference.title} ${version}`;

type Rollout = NonNullable<Version["rollout"]>;

export function RolloutSection({ rollout, is_for_devices }: { rollout: Rollout; is_for_devices: boolean }) {
  const { organizations, percent } = rollout;
  const hiddenCount = organizations.length - namedMax;
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
                {hiddenCount > 0 && ` and ${hiddenCount.toLocaleString("en-US")} more`}
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

export function VersionSummary({ version }: { version: Version }) {
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

export function FileSection({ version }: { version: Version }) {
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
          ["Environment", environmentLabels[version.status]],
        ]}
      />
      <BuildHash build={version} />
      {developer_description && (
        <details>
          <summary>Developer notes</summary>
          <p className="plain">{developer_description}</p>
        </details>
      )}
    </section>
  );
}

/** Beta testers get a waiting version outside production (O-034). */
const environmentLabels: Record<Version["status"], string> = {
  waiting: "Staging, development",
  rolling_out: "Production, for those who get it",
  published: "Production, staging, development",
  withdrawn: "None",
};

type DescriptionProps = { version: Version; typed: Parameters<typeof buildFieldProps>[0] };

export function DescriptionForm({ version, typed: input }: DescriptionProps) {
  const { id, public_description, updated_at } = version;
  const current = { public_description };
  // `typed` may also come from the publish or the withdraw form, which have no `public_description`
  const descriptionInput = input && "public_description" in input.values ? input : undefined;
  const { typed, rows } = mergeForm(descriptionInput, updated_at, current, { public_description: "What is new" });
  const { field } = buildFieldProps(typed, current);
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
      <ConflictComparison rows={rows} href={versionHref(id)} />
      <form method="post" action={versionHref(id)} className="card described" noValidate>
        <VersionFields updated_at={updated_at} values={current} />
        <TextAreaField {...field("public_description")} label="For customers" maxLength={4000} />
        <button className="button quiet">Save release notes</button>
      </form>
    </section>
  );
}

export function DependenciesSection({ version, graph }: { version: Version; graph: VersionGraph }) {
  const isAlone = graph.edges.length === 0;
  return (
    <section>
      <h2>Dependencies</h2>
      {isAlone ? (
        <p className="small">This version has no dependencies, and no other version depends on it.</p>
      ) : (
        <Graph
          title={`What ${versionTitle(version)} needs, and what needs it`}
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
