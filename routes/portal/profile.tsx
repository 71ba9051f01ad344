import * as z from "zod/mini";
import { firstName, lastName, phone } from "../../worker/contract/fields.ts";
import { FormFoot, FormGroup, FormLayout, FormRow } from "../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../worker/ui/layouts/page-header.tsx";
import { Island } from "../../worker/ui/island.tsx";
import ChangeEmail from "../../islands/portal/change-email.tsx";
import { Facts } from "../../worker/ui/parts/facts.tsx";
import { Field } from "../../islands/ui/field.tsx";
import { listRoles } from "../../worker/contract/people/role-labels.ts";
import * as contract from "../../worker/contract/v1/sso/user.ts";
import { readProfile, updateProfile } from "../../worker/domain/people/index.ts";
import type { SessionUser } from "../../worker/domain/identity/index.ts";
import { formPost } from "../../worker/http/form.ts";
import { buildFieldProps } from "../../worker/ui/forms/fields-of.ts";
import { page } from "../../worker/http/page.ts";
import { settingsLayout } from "../layouts.tsx";
import { pages } from "../../worker/contract/pages.ts";

const profilePage = page({
  path: pages.profile,
  access: "session",
  layout: settingsLayout,
  section: "Profile",
  load: async ({ ctx }) => ({ user: await readProfile(ctx), sends_texts: ctx.gateways.sms !== undefined }),
  head: () => ({ title: "Profile · CrunchBox", no_store: true }),
  view: ({ user, sends_texts }, { viewer, flash }) => (
    <>
      <PageHeader title="Profile" />
      <FormLayout>
        <FormGroup title="Your account">
          <Facts
            facts={[
              ["Name", `${viewer.first_name} ${viewer.last_name}`],
              ["Organization", viewer.organization.name],
              ["Email", viewer.email],
              ["Roles", listRoles(user.roles)],
            ]}
          />
        </FormGroup>
        <Details user={user} typed={flash?.typed} />
        {viewer.impersonator ? (
          <FormGroup title="Change email" text="The email can be changed only by its owner." />
        ) : (
          <FormGroup
            title="Change email"
            text="We send a link to the new address. Until you open it, your email stays as it is."
          >
            <noscript>
              <p className="notice info">Changing the email needs JavaScript. Please turn it on in your browser.</p>
            </noscript>
            <Island name="portal/change-email" of={ChangeEmail} props={{}} />
          </FormGroup>
        )}
        {!viewer.impersonator && sends_texts && (
          <FormGroup title="Text messages" text="Get orders, payments and reminders as text messages, too.">
            <p className="links">
              <a href={pages.phone}>Verify a number, or change it</a>
            </p>
          </FormGroup>
        )}
      </FormLayout>
    </>
  ),
});

type DetailsProps = { user: SessionUser; typed: Parameters<typeof buildFieldProps>[0] };

function Details({ user, typed }: DetailsProps) {
  const { first_name, last_name } = user;
  const { field } = buildFieldProps(typed, { first_name, last_name, phone: user.phone ?? "" });
  return (
    <FormGroup title="Name and phone">
      <form className="form-grid" method="post" action={pages.profile} noValidate>
        <FormRow>
          <Field {...field("first_name")} label="First name" maxLength={32} autoComplete="given-name" />
          <Field {...field("last_name")} label="Last name" maxLength={32} autoComplete="family-name" />
        </FormRow>
        <FormRow>
          <Field {...field("phone")} label="Phone" type="tel" is_optional maxLength={16} autoComplete="tel" />
          <div />
        </FormRow>
        <FormFoot>
          <button className="button">Save name and phone</button>
        </FormFoot>
      </form>
    </FormGroup>
  );
}

/** The form sends all fields; an empty name is refused. */
const detailsBody = z.object({ first_name: firstName(), last_name: lastName(), phone: phone() });
const saveForm = formPost({ ...contract.updateProfile, body: detailsBody } as const, {
  path: pages.profile,
  page: profilePage,
  back: pages.profile,
  // An empty phone clears it; omitting it would keep it.
  send: (ctx, { body }) => updateProfile(ctx, { ...body, phone: body.phone ?? null }),
  done: () => "Your name and phone are saved.",
});

export const profile = [profilePage, saveForm];
