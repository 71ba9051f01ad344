import { Field } from "../../../islands/ui/field.tsx";
import { pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/org.ts";
import { inviteOrgUser } from "../../../worker/domain/people/index.ts";
import { basicRole } from "../../../worker/contract/people/permissions.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { FormFoot, FormLayout, FormRow } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { settingsLayout } from "../../layouts.tsx";
import { RoleFields } from "./roles.tsx";

const invitePage = page({
  path: pages.invitePerson,
  access: "manage_people",
  not_impersonated: true,
  layout: settingsLayout,
  section: "People",
  head: () => ({ title: "Invite a colleague · CrunchBox", no_store: true }),
  view(_data, { viewer, flash }) {
    const { field, list } = buildFieldProps(flash?.typed, { roles: [basicRole] });
    return (
      <>
        <PageHeader
          trail={[["People", pages.people]]}
          title="Invite a colleague"
          subtitle="They get an email with a link to choose a password. If the link expires, you can send another."
        />
        <FormLayout>
          <form className="form-card form-grid" method="post" action={pages.invitePerson} noValidate>
            <Field {...field("email")} label="Email" type="email" maxLength={64} autoComplete="off" />
            <FormRow>
              <Field {...field("first_name")} label="First name" maxLength={32} autoComplete="off" />
              <Field {...field("last_name")} label="Last name" maxLength={32} autoComplete="off" />
            </FormRow>
            <RoleFields list={list} />
            <FormFoot>
              <button className="button">Invite to {viewer.organization.name}</button>
            </FormFoot>
          </form>
        </FormLayout>
      </>
    );
  },
});

const inviteForm = formPost(contract.inviteOrgUser, {
  path: pages.invitePerson,
  page: invitePage,
  back: pages.people,
  send: (ctx, { body }) => inviteOrgUser(ctx, body),
  done: ({ first_name, last_name, email }) => `${first_name} ${last_name} is invited. We sent an email to ${email}.`,
});

export const invitePerson = [invitePage, inviteForm];
