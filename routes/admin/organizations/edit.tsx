import * as z from "zod/mini";
import { versionField, uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { listObjectAudit } from "../../../worker/domain/platform/index.ts";
import {
  createOrganization,
  getOrganization,
  listIndustryNames,
  readPriceLevelEffects,
  updateOrganization,
} from "../../../worker/domain/organizations/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { mergeForm } from "../../../worker/ui/forms/compared.ts";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { SaveBar } from "../../../worker/ui/forms/save-bar.tsx";
import { VersionFields, ConflictComparison } from "../../../worker/ui/forms/version-fields.tsx";
import { FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { ChangedBy } from "../../../worker/ui/parts/audit/changed-by.tsx";
import { consoleLayout } from "../../layouts.tsx";
import {
  organizationBody,
  OrganizationFields,
  organizationValues,
  organizationFormLabels,
  emptyToNull,
} from "./organization-fields.tsx";

const params = z.object({ org_id: uuid() });

const editPage = page({
  path: pages.editOrganization,
  access: "organizations:act",
  layout: consoleLayout,
  section: "Organizations",
  params,
  async load({ ctx, params: { org_id } }) {
    const [organization, effects, industries, [last]] = await Promise.all([
      getOrganization(ctx, org_id),
      readPriceLevelEffects(ctx, org_id),
      listIndustryNames(ctx),
      listObjectAudit(ctx, { subject_type: "organization", subject_id: org_id, limit: 1 }),
    ]);
    return { organization, effects, industries, last };
  },
  head: ({ organization }) => ({ title: `Edit ${organization.name} · Console · CrunchBox`, no_store: true }),
  view({ organization, effects, industries, last }, { params: { org_id }, flash }) {
    const href = hrefOf(pages.editOrganization, { org_id });
    const current = organizationValues(organization);
    const { typed, rows } = mergeForm(flash?.typed, organization.updated_at, current, organizationFormLabels);
    const { field, flag } = buildFieldProps(typed, current);
    return (
      <>
        <PageHeader
          trail={[
            ["Organizations", pages.organizations],
            [organization.name, hrefOf(pages.organization, { org_id })],
          ]}
          title={`Edit ${organization.name}`}
        />
        <ConflictComparison rows={rows} href={href} by={last && <ChangedBy entry={last} />} />
        <FormLayout>
          <form method="post" action={href} noValidate className="form-layout">
            <VersionFields updated_at={organization.updated_at} values={current} />
            <OrganizationFields field={field} flag={flag} effects={effects} industries={industries} />
            <SaveBar label={`Save ${organization.name}`} discard={href} typed={typed} current={current} />
          </form>
        </FormLayout>
      </>
    );
  },
});

const saveForm = formPost(
  {
    access: "organizations:act",
    call: "PUT /v1/admin/organizations/{org_id}",
    params,
    body: z.extend(organizationBody, { updated_at: versionField() }),
  } as const,
  {
    path: pages.editOrganization,
    page: editPage,
    change: ({ body: { updated_at, ...change } }) => ({ ...emptyToNull(change), updated_at }),
    send: (ctx, { params: { org_id }, body: { updated_at, ...change } }) =>
      updateOrganization(ctx, org_id, { ...emptyToNull(change), updated_at }),
    back: (_result, c) => hrefOf(pages.organization, { org_id: c.req.param("org_id") ?? "" }),
    done: ({ name }) => `${name} is saved.`,
  },
);

const newPage = page({
  path: pages.newOrganization,
  access: "organizations:act",
  layout: consoleLayout,
  section: "Organizations",
  async load({ ctx }) {
    const [effects, industries] = await Promise.all([readPriceLevelEffects(ctx), listIndustryNames(ctx)]);
    return { effects, industries };
  },
  head: () => ({ title: "New organization · Console · CrunchBox", no_store: true }),
  view: ({ effects, industries }, { flash }) => (
    <>
      <PageHeader trail={[["Organizations", pages.organizations]]} title="New organization" />
      <FormLayout>
        <form method="post" action={pages.newOrganization} noValidate className="form-layout">
          <OrganizationFields {...buildFieldProps(flash?.typed)} effects={effects} industries={industries} />
          <button className="button">Create the organization</button>
        </form>
      </FormLayout>
    </>
  ),
});

const createContract = {
  access: "organizations:act",
  call: "POST /v1/admin/organizations",
  body: organizationBody,
} as const;
const createForm = formPost(createContract, {
  path: pages.newOrganization,
  page: newPage,
  change: ({ body }) => emptyToNull(body),
  send: (ctx, { body }) => createOrganization(ctx, emptyToNull(body)),
  back: (result) => (result ? hrefOf(pages.organization, { org_id: result.id }) : pages.organizations),
  done: ({ name }) => `${name} is created. It has no users yet.`,
});

export const organizationForms = [newPage, createForm, editPage, saveForm];
