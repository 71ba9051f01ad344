import { CheckboxList } from "../../../islands/ui/fields/checkbox-list.tsx";
import { readFindInput } from "../../../worker/contract/forms/finding.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/account-requests.ts";
import { findOrganizations, type OrganizationChoices } from "../../../worker/domain/organizations/index.ts";
import {
  approveAccountRequests,
  listAccountRequests,
  rejectAccountRequests,
} from "../../../worker/domain/people/index.ts";
import type { TypedInput } from "../../../worker/http/flash.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { RequestBadge } from "../../../worker/ui/parts/status-badges.tsx";
import { TruncatedText } from "../../../worker/ui/parts/cut.tsx";
import { bulkAction } from "../../bulk-action.ts";
import { MixedLettersBadge } from "../../../worker/ui/parts/mixed-letters.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";
import { OrganizationField } from "../organizations/organization-field.tsx";
import { ReasonField } from "./reason-field.tsx";
import { undoDecisionForm, undoS } from "./undo-decision.ts";
import { basicRole } from "../../../worker/contract/people/permissions.ts";
import { approvalRoles } from "../../../worker/contract/people/role-labels.ts";

const approveAction = bulkAction(contract.approveAccountRequests, {
  label: "Approve",
  path: pages.approveRequests,
  ids: "request_ids",
  done: "approved",
  is_main: true,
  has_search: true,
  send: (ctx, { body }) => approveAccountRequests(ctx, { ...body, hold_s: undoS }),
  undo: (_result, ids) => undoDecisionForm(ids),
});
const rejectAction = bulkAction(contract.rejectAccountRequests, {
  label: "Reject",
  path: pages.rejectRequests,
  ids: "request_ids",
  done: "rejected",
  question: {
    title: "Reject those selected?",
    text: "Each is notified by email that no account was created. You can undo this for ten seconds.",
    confirm: "Yes, reject them",
    fields: (typed) => <ReasonField {...buildFieldProps(typed).field("reason")} />,
  },
  send: (ctx, { body }) => rejectAccountRequests(ctx, { ...body, hold_s: undoS }),
  undo: (_result, ids) => undoDecisionForm(ids),
});

function ApprovalFields({
  organizations,
  typed,
}: {
  organizations: OrganizationChoices;
  typed: TypedInput | undefined;
}) {
  const { field, list } = buildFieldProps(typed, { roles: [basicRole] });
  return (
    <>
      <OrganizationField {...field("org_id")} organizations={organizations} />
      <CheckboxList {...list("roles")} label="Roles" options={approvalRoles} />
    </>
  );
}

export const requestList = listRoutes({
  access: "requests:read",
  layout: consoleLayout,
  section: "Requests",
  query: contract.listAccountRequests.query,
  load: listAccountRequests,
  head: () => ({ subtitle: <a href={pages.requests}>Review them one by one, with all signals</a> }),
  bulk: {
    name: ({ first_name, last_name }) => `${first_name} ${last_name}`,
    actions: [approveAction, rejectAction],
    load: (ctx, typed) => findOrganizations(ctx, readFindInput(typed, "org_id")),
    fields: (organizations, typed) => organizations && <ApprovalFields organizations={organizations} typed={typed} />,
  },
  list: {
    title: "Account requests",
    noun: ["account request", "account requests"],
    path: pages.requestList,
    id: ({ id }) => id,
    href: ({ id }) => hrefOf(pages.request, { request_id: id }),
    columns: [
      {
        label: "Name",
        cell: ({ first_name, last_name, email, org_name }) => (
          <>
            {first_name} {last_name}
            <MixedLettersBadge of={[first_name, last_name, email, org_name]} />
          </>
        ),
        csv: ({ first_name, last_name }) => `${first_name} ${last_name}`,
        sort: "last_name",
      },
      {
        label: "Email",
        cell: ({ email }) => <TruncatedText text={email} />,
        csv: ({ email }) => email,
        sort: "email",
        on_phones: "note",
      },
      {
        label: "Organization",
        cell: ({ org_name }) => org_name,
        csv: ({ org_name }) => org_name,
        sort: "org_name",
        on_phones: "hidden",
      },
      { label: "Serial number", cell: ({ serial }) => serial, csv: ({ serial }) => serial, is_extra: true },
      {
        label: "Asked",
        cell: ({ created_at }) => <DateText at={created_at} />,
        csv: ({ created_at }) => created_at,
        sort: "created_at",
        on_phones: "hidden",
      },
      { label: "Status", cell: ({ status }) => <RequestBadge status={status} />, csv: ({ status }) => status },
    ],
    views: [
      { label: "Pending", query: { status: "pending" } },
      { label: "Approved", query: { status: "approved" } },
      { label: "Rejected", query: { status: "rejected" } },
    ],
    labels: { search: "Person or organization", without: ["status"] },
    empty: { drawing: "people", text: "No account requests yet." },
    has_csv: true,
  },
});
