import { Field } from "../../../../islands/ui/field.tsx";
import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import * as contract from "../../../../worker/contract/v1/admin/settings/industries.ts";
import { listObjectAudit } from "../../../../worker/domain/platform/index.ts";
import {
  deleteIndustry,
  getIndustry,
  type Industry,
  updateIndustry,
} from "../../../../worker/domain/organizations/index.ts";
import { formPost } from "../../../../worker/http/form.ts";
import { page } from "../../../../worker/http/page.ts";
import { mergeForm } from "../../../../worker/ui/forms/compared.ts";
import { ConfirmForm } from "../../../../worker/ui/forms/confirm-form.tsx";
import { buildFieldProps } from "../../../../worker/ui/forms/fields-of.ts";
import { VersionFields, ConflictComparison } from "../../../../worker/ui/forms/version-fields.tsx";
import { FormGroup, ObjectLayout } from "../../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../../worker/ui/layouts/page-header.tsx";
import { ChangedBy } from "../../../../worker/ui/parts/audit/changed-by.tsx";
import { History } from "../../../../worker/ui/parts/history.tsx";
import { consoleLayout } from "../../../layouts.tsx";

const historyMax = 10;
const { access, params } = contract.updateIndustry;
const auditSubject = (id: string) => ({ subject_type: "industry", subject_id: id }) as const;

const detailPage = page({
  path: pages.adminIndustry,
  access,
  layout: consoleLayout,
  section: "Settings",
  params,
  async load({ ctx, params: { id } }) {
    const [industry, history] = await Promise.all([
      getIndustry(ctx, id),
      listObjectAudit(ctx, { ...auditSubject(id), limit: historyMax }),
    ]);
    return { industry, history };
  },
  head: ({ industry: { name } }) => ({ title: `${name} · Industries · Console · CrunchBox`, no_store: true }),
  view({ industry, history }, { flash }) {
    const { id, name, updated_at } = industry;
    const href = hrefOf(pages.adminIndustry, { id });
    const { typed, rows } = mergeForm(flash?.typed, updated_at, { name }, { name: "Name" });
    const [lastEntry] = history;
    return (
      <>
        <PageHeader
          trail={[
            ["Settings", pages.settings],
            ["Industries", pages.adminIndustries],
          ]}
          title={name}
          subtitle={<UsageLink industry={industry} />}
        />
        <ConflictComparison rows={rows} href={href} by={lastEntry && <ChangedBy entry={lastEntry} />} />
        <ObjectLayout aside={<History entries={history} more={hrefOf(pages.audit, {}, auditSubject(id))} />}>
          <form method="post" action={href} noValidate className="form-layout">
            <VersionFields updated_at={updated_at} values={{ name }} />
            <FormGroup title="Name" text="Its organizations show the new name at once.">
              <Field
                {...buildFieldProps(typed, { name }).field("name")}
                label="Name"
                maxLength={64}
                autoComplete="off"
              />
            </FormGroup>
            <button className="button">Rename the industry</button>
          </form>
          <DeletionSection industry={industry} />
        </ObjectLayout>
      </>
    );
  },
});

function UsageLink({ industry: { name, organization_count: count } }: { industry: Industry }) {
  if (count === 0) return <>No organization uses it.</>;
  return (
    <a href={hrefOf(pages.organizations, {}, { industry: name })}>
      {count.toLocaleString("en-US")} organization{count === 1 ? "" : "s"}
    </a>
  );
}

function DeletionSection({ industry: { id, name, organization_count: count } }: { industry: Industry }) {
  return (
    <section>
      <h2>Delete</h2>
      {count > 0 ? (
        <p>It is in use. Give its organizations another industry first, or rename this one.</p>
      ) : (
        <ConfirmForm
          id="delete"
          label="Delete the industry"
          title={`Delete ${name}?`}
          action={hrefOf(pages.deleteIndustry, { id })}
          confirm="Delete it"
          is_dangerous
        >
          <p>No organization uses it.</p>
        </ConfirmForm>
      )}
    </section>
  );
}

const renameForm = formPost(contract.updateIndustry, {
  path: pages.adminIndustry,
  page: detailPage,
  send: (ctx, { params: { id }, body }) => updateIndustry(ctx, id, body),
  back: (_result, c) => hrefOf(pages.adminIndustry, { id: c.req.param("id") ?? "" }),
  done: ({ name }) => `It is called ${name} now.`,
});

const removeForm = formPost(contract.deleteIndustry, {
  path: pages.deleteIndustry,
  page: detailPage,
  send: (ctx, { params: { id } }) => deleteIndustry(ctx, id),
  back: pages.adminIndustries,
  done: () => "The industry is deleted.",
});

export const industryRoutes = [detailPage, renameForm, removeForm];
