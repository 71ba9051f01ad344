import * as z from "zod/mini";
import { seenAt, uuid } from "../../../worker/contract/fields.ts";
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
import { compared } from "../../../worker/ui/forms/compared.ts";
import { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";
import { SaveBar } from "../../../worker/ui/forms/save-bar.tsx";
import { VersionFields, SideBySide } from "../../../worker/ui/forms/version-fields.tsx";
import { FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { ChangedBy } from "../../../worker/ui/parts/audit/changed-by.tsx";
import { consoleLayout } from "../../layouts.tsx";
import {
  organizationBody,
  OrganizationFields,
  organizationValues,
  organizationFormLabels,
  withNone,
} from "./organization-fields.tsx";

const params = z.object({ org_id: uuid() });

const edited = page({
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
    const { typed, rows } = compared(flash?.typed, organization.updated_at, current, organizationFormLabels);
    const { field, flag } = fieldsOf(typed, current);
    return (
      <>
        <PageHeader
          trail={[
            ["Organizations", pages.organizations],
            [organization.name, hrefOf(pages.organization, { org_id })],
          ]}
          title={`Edit ${organization.name}`}
        />
        <SideBySide rows={rows} href={href} by={last && <ChangedBy entry={last} />} />
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

const save = formPost(
  {
    access: "organizations:act",
    call: "PUT /v1/admin/organizations/{org_id}",
    params,
    body: z.extend(organizationBody, { updated_at: seenAt() }),
  } as const,
  {
    path: pages.editOrganization,
    page: edited,
    change: ({ body: { updated_at, ...change } }) => ({ ...withNone(change), updated_at }),
    send: (ctx, { params: { org_id }, body: { updated_at, ...change } }) =>
      updateOrganization(ctx, org_id, { ...withNone(change), updated_at }),
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
          <OrganizationFields {...fieldsOf(flash?.typed)} effects={effects} industries={industries} />
          <button className="button">Create the organization</button>
        </form>
      </FormLayout>
    </>
  ),
});

const create = { access: "organizations:act", call: "POST /v1/admin/organizations", body: organizationBody } as const;
const make = formPost(create, {
  path: pages.newOrganization,
  page: newPage,
  change: ({ body }) => withNone(body),
  send: (ctx, { body }) => createOrganization(ctx, withNone(body)),
  back: (result) => (result ? hrefOf(pages.organization, { org_id: result.id }) : pages.organizations),
  done: ({ name }) => `${name} is created. It has no users yet.`,
});

export const organizationForms = [newPage, make, edited, save];
