import * as z from "zod/mini";
import { Field } from "../../../islands/ui/field.tsx";
import { uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { listRoles, roleName } from "../../../worker/contract/people/role-labels.ts";
import { listActivity } from "../../../worker/domain/platform/index.ts";
import { getOrgUser, type OrgUser } from "../../../worker/domain/people/index.ts";
import { page } from "../../../worker/http/page.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { Timeline } from "../../../worker/ui/figures/timeline.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { mergeForm } from "../../../worker/ui/forms/compared.ts";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { VersionFields, ConflictComparison } from "../../../worker/ui/forms/version-fields.tsx";
import { FormFoot, FormGroup, FormLayout, FormRow, ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { settingsLayout } from "../../layouts.tsx";
import { ActivityText } from "../activity-text.tsx";
import { AccessBadge } from "./access-badge.tsx";
import { buildPersonForms } from "./person-forms.ts";
import { RoleFields } from "./roles.tsx";
import { can } from "../../../worker/contract/people/permissions.ts";

const fullName = ({ first_name, last_name }: OrgUser) => `${first_name} ${last_name}`;

const personPage = page({
  path: pages.person,
  access: "manage_people",
  layout: settingsLayout,
  section: "People",
  params: z.object({ id: uuid() }),
  async load({ ctx, params }) {
    const recent = { user_id: params.id, limit: 8, offset: 0, sort: "-created_at" } as const;
    const [user, activity] = await Promise.all([getOrgUser(ctx, params.id), listActivity(ctx, recent)]);
    return { user, activity: activity.data };
  },
  head: ({ user }) => ({ title: `${fullName(user)} · CrunchBox`, no_store: true }),
  view: ({ user, activity }, { viewer, flash }) => (
    <>
      <PageHeader
        trail={[["People", pages.people]]}
        title={fullName(user)}
        badges={<AccessBadge user={user} />}
        subtitle={
          <>
            {listRoles(user.roles)}. {user.email}, here since <DateText at={user.created_at} />,{" "}
            {user.last_seen_at ? (
              <>
                last seen <DateText at={user.last_seen_at} />
              </>
            ) : (
              "never seen"
            )}
            .
          </>
        }
      />
      <ObjectLayout
        aside={
          <section>
            <h2>Activity</h2>
            {activity.length === 0 ? (
              <p className="card small">Nothing yet.</p>
            ) : (
              <Timeline
                events={activity.map((entry) => ({
                  at: entry.created_at,
                  what: <ActivityText entry={entry} />,
                  ...(entry.on_behalf_of && { by: entry.actor.name }),
                }))}
                has_times
              />
            )}
            {activity.length > 0 && (
              <p className="links">
                <a href={hrefOf(pages.activity, {}, { user_id: user.id })}>See all</a>{" "}
                {!viewer.impersonator && (
                  <a href={hrefOf(pages.personSecurityEvents, { id: user.id })}>Security events</a>
                )}
              </p>
            )}
          </section>
        }
      >
        <FormLayout>
          <Details user={user} typed={flash?.typed} is_acting={viewer.impersonator !== null} />
          <AccessSection user={user} is_self={user.id === viewer.user_id} is_acting={viewer.impersonator !== null} />
        </FormLayout>
      </ObjectLayout>
    </>
  ),
});

const labels = {
  first_name: "First name",
  last_name: "Last name",
  phone: "Phone",
  roles: ["Roles", roleName],
} as const;

type DetailsProps = { user: OrgUser; typed: Parameters<typeof buildFieldProps>[0]; is_acting: boolean };

function Details({ user, typed, is_acting }: DetailsProps) {
  const { id, first_name, last_name, phone, roles, updated_at } = user;
  const current = { first_name, last_name, phone: phone ?? "", roles };
  const { typed: formInput, rows } = mergeForm(typed, updated_at, current, labels);
  const { field, list } = buildFieldProps(formInput, current);
  const href = hrefOf(pages.person, { id });
  return (
    <FormGroup title="Name and roles" text="Changing roles signs the user out everywhere, and we notify them by email.">
      <ConflictComparison rows={rows} href={href} />
      <form className="form-grid" method="post" action={href} noValidate>
        <VersionFields updated_at={updated_at} values={current} />
        <FormRow>
          <Field {...field("first_name")} label="First name" maxLength={32} />
          <Field {...field("last_name")} label="Last name" maxLength={32} />
        </FormRow>
        <Field {...field("phone")} label="Phone" type="tel" is_optional maxLength={16} />
        {can({ roles }, "use_console") || is_acting ? (
          <p className="small">
            {is_acting
              ? "Only the organization’s own managers can change roles, not support acting for them."
              : "Only administrators of the shop can change an administrator’s roles."}
          </p>
        ) : (
          <RoleFields list={list} />
        )}
        <FormFoot>
          <button className="button">Save {first_name}</button>
        </FormFoot>
      </form>
    </FormGroup>
  );
}

type AccessProps = { user: OrgUser; is_self: boolean; is_acting: boolean };

function AccessSection({ user, is_self, is_acting }: AccessProps) {
  const { id, is_active, is_set_up, roles } = user;
  if (is_self) return <FormGroup title="Access" text="You cannot inactivate yourself. Another manager can." />;
  if (can({ roles }, "use_console"))
    return <FormGroup title="Access" text="Only administrators of the shop can inactivate an administrator." />;
  if (!is_active)
    return (
      <FormGroup title="Access" text="They cannot sign in. Their orders and activity stay.">
        <form method="post" action={hrefOf(pages.reactivatePerson, { id })}>
          <button className="button quiet">Let {user.first_name} sign in again</button>
        </form>
      </FormGroup>
    );
  return (
    <FormGroup title="Access">
      {!is_set_up && !is_acting && (
        <form method="post" action={hrefOf(pages.inviteAgain, { id })}>
          <p>They have not accepted the invitation yet.</p>
          <button className="button quiet">Resend the invitation</button>
        </form>
      )}
      <ConfirmForm
        id="inactivate"
        label={`Inactivate ${user.first_name}`}
        title={`Inactivate ${fullName(user)}?`}
        action={hrefOf(pages.inactivatePerson, { id })}
        confirm="Yes, inactivate"
        is_dangerous
      >
        <p>They are signed out everywhere at once and cannot sign in until you reactivate them.</p>
        <p>Their orders, subscriptions and devices stay with the organization.</p>
      </ConfirmForm>
    </FormGroup>
  );
}

export const personPages = [personPage, ...buildPersonForms(personPage)];
