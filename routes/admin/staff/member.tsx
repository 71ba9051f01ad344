import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { listHref } from "../../../worker/contract/page-query.ts";
import { explain } from "../../../worker/contract/messages.ts";
import { presetNames } from "../../../worker/contract/people/role-labels.ts";
import * as contract from "../../../worker/contract/v1/admin/staff.ts";
import { listObjectAudit } from "../../../worker/domain/platform/index.ts";
import { getStaffMember, type StaffMember, updateStaff } from "../../../worker/domain/people/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { FormLayout, ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { History } from "../../../worker/ui/parts/history.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { AccessBadge } from "../../portal/people/access-badge.tsx";
import { PresetField } from "./preset-field.tsx";

const historyMax = 8;

const memberPage = page({
  path: pages.staffMember,
  access: "staff:read",
  layout: consoleLayout,
  section: "Settings",
  params: contract.updateStaff.params,
  load: ({ ctx, params: { user_id } }) =>
    Promise.all([
      getStaffMember(ctx, user_id),
      listObjectAudit(ctx, { subject_type: "user", subject_id: user_id, limit: historyMax }),
    ]),
  head: ([member]) => ({ title: `${fullName(member)} · Staff · Console · CrunchBox`, no_store: true }),
  view([member, history], { flash, url }) {
    const { id, preset, email } = member;
    const { field } = buildFieldProps(flash?.typed, { preset });
    return (
      <>
        <PageHeader
          trail={[
            ["Settings", pages.settings],
            ["Staff", listHref(pages.staff, url)],
          ]}
          title={fullName(member)}
          badges={<AccessBadge user={member} />}
          subtitle={
            <>
              {email}. <MemberSummary member={member} />
            </>
          }
        />
        <ObjectLayout
          aside={
            <div className="steps">
              <section>
                <h2>{member.first_name}</h2>
                <p className="links">
                  <a href={hrefOf(pages.adminPerson, { user_id: id })}>Roles, links and sessions</a>
                  <a href={hrefOf(pages.audit, {}, { actor_id: id })}>Activity</a>
                </p>
              </section>
              <History entries={history} more={hrefOf(pages.audit, {}, { subject_type: "user", subject_id: id })} />
            </div>
          }
        >
          <FormLayout>
            <form method="post" action={hrefOf(pages.staffMember, { user_id: id })} noValidate className="card">
              <PresetField field={field} label="What they may do" />
              <button className="button">Save</button>
            </form>
          </FormLayout>
        </ObjectLayout>
      </>
    );
  },
});

const fullName = ({ first_name, last_name }: Pick<StaffMember, "first_name" | "last_name">) =>
  `${first_name} ${last_name}`;

const MemberSummary = ({ member: { invited_by, last_seen_at, created_at } }: { member: StaffMember }) => (
  <>
    {invited_by ? (
      <>
        Invited by <a href={hrefOf(pages.adminPerson, { user_id: invited_by.id })}>{fullName(invited_by)}</a> on{" "}
        <DateText at={created_at} />,{" "}
      </>
    ) : (
      <>
        Here since <DateText at={created_at} />,{" "}
      </>
    )}
    {last_seen_at ? (
      <>
        last seen <DateText at={last_seen_at} />
      </>
    ) : (
      "not seen lately"
    )}
    .
  </>
);

const saveForm = formPost(contract.updateStaff, {
  path: pages.staffMember,
  page: memberPage,
  send: (ctx, { params, body }) => updateStaff(ctx, params.user_id, body),
  back: (_result, c) => hrefOf(pages.staffMember, { user_id: c.req.param("user_id") ?? "" }),
  done: (member) => `${fullName(member)} has the preset ${presetNames[member.preset]} from now on.`,
  refusal: (refused) => ({
    message:
      refused.errcode === "INVALID_ROLES"
        ? "This is the last owner. Make somebody else an owner first."
        : explain(refused.status, refused),
  }),
});

export const staffMemberRoutes = [memberPage, saveForm];
