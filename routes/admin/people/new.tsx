import * as z from "zod/mini";
import { roles, type StaffPreset } from "../../../db/enums.ts";
import { Field } from "../../../islands/ui/field.tsx";
import { uuid } from "../../../worker/contract/fields.ts";
import { readFindInput } from "../../../worker/contract/forms/finding.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/users.ts";
import { findOrganizations } from "../../../worker/domain/organizations/index.ts";
import { createUser } from "../../../worker/domain/people/index.ts";
import { basicRole, can } from "../../../worker/contract/people/permissions.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { OrganizationField } from "../organizations/organization-field.tsx";
import { invalidRoles } from "./person-forms.ts";
import { PresetField } from "../staff/preset-field.tsx";
import { RoleFields } from "./role-fields.tsx";

/** The proposed preset excludes finance, settings and staff, so that granting them is a deliberate choice. */
const firstPreset = "support" satisfies StaffPreset;

const newPersonPage = page({
  path: pages.createPerson,
  access: "people:act",
  layout: consoleLayout,
  section: "People",
  query: z.object({ org_id: z.optional(uuid()), role: z.optional(z.enum(roles)) }),
  load: ({ ctx, query, typed }) => findOrganizations(ctx, readFindInput(typed, "org_id", query.org_id)),
  head: () => ({ title: "Add a user · Console · CrunchBox", no_store: true }),
  view(organizations, { flash, query, viewer }) {
    const invitesStaff = can(viewer, "staff:act");
    const { field, list } = buildFieldProps(flash?.typed, {
      org_id: query.org_id ?? "",
      roles: [query.role ?? basicRole],
      preset: firstPreset,
    });
    return (
      <>
        <PageHeader
          trail={[["People", pages.adminPeople]]}
          title="Add a user"
          subtitle="They get an email with a link to accept the license agreement and choose a password. It works for 7 days; you can send another."
        />
        <FormLayout>
          <form method="post" action={pages.createPerson} noValidate className="card">
            <OrganizationField {...field("org_id")} organizations={organizations} enter_sends />
            <Field {...field("email")} label="Email" type="email" maxLength={64} autoComplete="off" />
            <Field {...field("first_name")} label="First name" maxLength={32} autoComplete="off" />
            <Field {...field("last_name")} label="Last name" maxLength={32} autoComplete="off" />
            <Field {...field("phone")} label="Phone" type="tel" is_optional maxLength={16} autoComplete="off" />
            <RoleFields list={list} offers_admin={invitesStaff} />
            {invitesStaff && <PresetField field={field} label="What an administrator may do" />}
            <button className="button">Add and email the set-up link</button>
          </form>
        </FormLayout>
      </>
    );
  },
});

const createForm = formPost(contract.createUser, {
  path: pages.createPerson,
  page: newPersonPage,
  has_search: true,
  refusal: invalidRoles,
  send: (ctx, { body }) => createUser(ctx, body),
  back: (made) => (made ? hrefOf(pages.adminPerson, { user_id: made.id }) : pages.adminPeople),
  done: ({ first_name, last_name, email }) => `${first_name} ${last_name} is added: a set-up link went to ${email}.`,
});

export const newPerson = [newPersonPage, createForm];
