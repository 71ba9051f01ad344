import * as z from "zod/mini";
import { Notice } from "../../../islands/ui/notice.tsx";
import { isUuid, uuid } from "../../../worker/contract/fields.ts";
import { readFindInput } from "../../../worker/contract/forms/finding.ts";
import { listHref } from "../../../worker/contract/page-query.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import { listRoles } from "../../../worker/contract/people/role-labels.ts";
import { type AuditEntry, listObjectAudit } from "../../../worker/domain/platform/index.ts";
import { findOrganizations, mayBeAdministrator } from "../../../worker/domain/organizations/index.ts";
import { type AdminUser, getUser } from "../../../worker/domain/people/index.ts";
import { getUserFactors, listUserSessions } from "../../../worker/domain/identity/index.ts";
import type { StaffViewer } from "../../../worker/http/viewer.ts";
import { page } from "../../../worker/http/page.ts";
import { DateText, TimeText } from "../../../worker/ui/date.tsx";
import { originalFieldName } from "../../../worker/ui/forms/compared.ts";
import { FormLayout, ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { actorName } from "../../../worker/ui/parts/audit/sentence.ts";
import { History } from "../../../worker/ui/parts/history.tsx";
import { MixedLettersBadge } from "../../../worker/ui/parts/mixed-letters.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { AccessBadge } from "../../portal/people/access-badge.tsx";
import { AccessSection } from "./access.tsx";
import { ActAsForm } from "./act-as.tsx";
import { Details } from "./details.tsx";
import { EmailSection } from "./email.tsx";
import { personForms } from "./person-forms.ts";
import { SecondStep } from "./second-step.tsx";
import { Sessions } from "./sessions.tsx";

const historyMax = 8;
const fullName = ({ first_name, last_name }: AdminUser) => `${first_name} ${last_name}`;

const personPage = page({
  path: pages.adminPerson,
  access: "people:read",
  layout: consoleLayout,
  section: "People",
  params: z.object({ user_id: uuid() }),
  async load({ ctx, params: { user_id }, typed }) {
    const [user, may_be_admin, sessions, factors, organizations, history] = await Promise.all([
      getUser(ctx, user_id),
      mayBeAdministrator(ctx, user_id),
      listUserSessions(ctx, user_id),
      getUserFactors(ctx, { user_id }),
      findOrganizations(ctx, readFindInput(typed, "org_id"), seenOrgIds(typed)),
      listObjectAudit(ctx, { subject_type: "user", subject_id: user_id, limit: historyMax }),
    ]);
    return { user, may_be_admin, sessions: sessions.data, factors, organizations, history };
  },
  head: ({ user }) => ({ title: `${fullName(user)} · Console · CrunchBox`, no_store: true }),
  view({ user, may_be_admin, sessions, factors, organizations, history }, { viewer, flash, url }) {
    const input = flash?.typed;
    const inputFor = (field: string) => (input && field in input.values ? input : undefined);
    const isSelf = user.id === viewer.user_id;
    const isAdmin = can(user, "use_console");
    const mayChange = can(viewer, isAdmin ? "staff:act" : "people:act");
    return (
      <>
        <PageHeader
          trail={[["People", listHref(pages.adminPeople, url)]]}
          title={fullName(user)}
          badges={
            <>
              <AccessBadge user={user} />
              <MixedLettersBadge of={[fullName(user), user.email]} />
            </>
          }
          subtitle={<PersonSummary user={user} />}
          parts={[
            ...(mayChange
              ? ([
                  ["Email", "email"],
                  ["Access", "access"],
                  ["Second step", "second-step"],
                  ["Sessions", "sessions"],
                ] as const)
              : []),
            ...(can(viewer, "impersonation:act") ? ([[`Act as ${user.first_name}`, "act-as"]] as const) : []),
            ["History", "history"],
          ]}
        />
        <ReturnedMailWarning user={user} />
        <ObjectLayout aside={<Aside user={user} history={history} viewer={viewer} />}>
          <FormLayout>
            {mayChange ? (
              <>
                <Details
                  user={user}
                  typed={inputFor("first_name")}
                  organizations={organizations}
                  offers_admin={may_be_admin && can(viewer, "staff:act")}
                  by={<ChangedBy history={history} />}
                />
                <EmailSection user={user} typed={inputFor("new_email")} />
                <AccessSection user={user} is_self={isSelf} />
                <SecondStep user={user} factors={factors} is_self={isSelf} />
                <Sessions user={user} sessions={sessions} is_self={isSelf} />
              </>
            ) : (
              <Notice tone="info">
                <p>{user.first_name} is an administrator. Only owners change administrators.</p>
              </Notice>
            )}
            {can(viewer, "impersonation:act") && <ActAsForm user={user} typed={inputFor("reason")} />}
          </FormLayout>
        </ObjectLayout>
      </>
    );
  },
});

/** Organization at the time of rendering; the user may have moved since. */
const seenOrgIds = (typed: URLSearchParams): string[] => typed.getAll(originalFieldName("org_id")).filter(isUuid);

const PersonSummary = ({ user }: { user: AdminUser }) => (
  <>
    {listRoles(user.roles)} of{" "}
    <a href={hrefOf(pages.organization, { org_id: user.org_id })}>{user.organization.name}</a>. {user.email}
    {user.phone && `, ${user.phone}`}. Here since <DateText at={user.created_at} />,{" "}
    {user.last_seen_at ? (
      <>
        last seen <DateText at={user.last_seen_at} />
      </>
    ) : (
      "not seen lately"
    )}
    .
  </>
);

const reasons = {
  bounced: "the mailbox does not accept it",
  complained: "it was reported as spam",
  suppressed: "earlier messages came back",
} as const;

function ReturnedMailWarning({ user: { email, email_return } }: { user: AdminUser }) {
  if (!email_return) return null;
  return (
    <Notice tone="warning">
      <p>
        Mail to {email} came back on <DateText at={email_return.returned_at} />: {reasons[email_return.reason]}. Links
        are better handed over in person.
      </p>
    </Notice>
  );
}

type AsideProps = { user: AdminUser; history: readonly AuditEntry[]; viewer: StaffViewer };

function Aside({ user, history, viewer }: AsideProps) {
  const { id, first_name, org_id, organization } = user;
  return (
    <div className="steps">
      <section>
        <h2>{organization.name}</h2>
        <p className="links">
          <a href={hrefOf(pages.organization, { org_id })}>Organization</a>
          <a href={hrefOf(pages.adminPeople, {}, { org_id })}>People</a>
          <a href={hrefOf(pages.adminOrders, {}, { org_id })}>Orders</a>
        </p>
      </section>
      <section>
        <h2>{first_name}</h2>
        <p className="links">
          <a href={hrefOf(pages.adminOrders, {}, { user_id: id })}>Their orders</a>
          {can(viewer, "audit:read") && <a href={hrefOf(pages.audit, {}, { actor_id: id })}>Activity</a>}
          {can(user, "use_console") && can(viewer, "staff:read") && (
            <a href={hrefOf(pages.staffMember, { user_id: id })}>What they may do</a>
          )}
        </p>
      </section>
      <History entries={history} more={hrefOf(pages.audit, {}, { subject_type: "user", subject_id: id })} />
    </div>
  );
}

function ChangedBy({ history }: { history: readonly AuditEntry[] }) {
  const change = history.find(({ action }) => action === "updateUser");
  if (!change) return null;
  return (
    <>
      Changed by {actorName(change)} on <TimeText at={change.created_at} />.
    </>
  );
}

export const personRoutes = [personPage, ...personForms(personPage)];
