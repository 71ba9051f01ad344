import { CheckboxList } from "../../islands/ui/fields/checkbox-list.tsx";
import { SelectField } from "../../islands/ui/fields/select-field.tsx";
import { pages } from "../../worker/contract/pages.ts";
import * as contract from "../../worker/contract/v1/admin/account-requests.ts";
import {
  approveAccountRequests,
  listAccountRequests,
  rejectAccountRequests,
} from "../../worker/domain/accounts/index.ts";
import { listOrganizationNames, type OrganizationName } from "../../worker/domain/organizations/index.ts";
import type { Typed } from "../../worker/http/flash.ts";
import { DateText } from "../../worker/ui/date.tsx";
import { fieldsOf } from "../../worker/ui/forms/fields-of.ts";
import { RequestBadge } from "../../worker/ui/parts/status-badges.tsx";
import { bulkAction } from "../bulk-action.ts";
import { consoleLayout } from "../layouts.tsx";
import { listRoutes } from "../list-routes.tsx";

const approve = bulkAction(contract.approveAccountRequests, {
  ...{ label: "Approve", path: pages.approveRequests, ids: "request_ids", done: "approved", is_main: true },
  send: (ctx, { body }) =>
    approveAccountRequests(ctx, { ...body, requests: body.request_ids.map((id) => ({ id, serial: null })) }),
});
const reject = bulkAction(contract.rejectAccountRequests, {
  ...{ label: "Reject", path: pages.rejectRequests, ids: "request_ids", done: "rejected" },
  send: (ctx, { body }) => rejectAccountRequests(ctx, body.request_ids),
});

// "admin" and "beta-tester" are granted one by one
const roles = [
  ["user", "User"],
  ["org", "Manager"],
  ["buyer", "Buyer"],
] as const;

/** What an approval needs to know: where the people belong and what they may do. */
function ApprovalFields({ organizations, typed }: { organizations: OrganizationName[]; typed: Typed | undefined }) {
  const { field, list } = fieldsOf(typed, { roles: ["user"] });
  const options = organizations.map(({ id, name }) => [id, name] as const);
  return (
    <>
      <SelectField {...field("org_id")} label="Organization" options={[["", "Choose one"], ...options]} />
      <CheckboxList {...list("roles")} label="Roles" options={roles} />
    </>
  );
}

/** Who asked for an account, for administrators. */
export const requests = listRoutes({
  access: "admin",
  layout: consoleLayout,
  section: "Requests",
  query: contract.listAccountRequests.query,
  load: listAccountRequests,
  bulk: {
    name: ({ first_name, last_name }) => `${first_name} ${last_name}`,
    actions: [approve, reject],
    load: listOrganizationNames,
    fields: (organizations = [], typed) => <ApprovalFields organizations={organizations} typed={typed} />,
  },
  list: {
    title: "Account requests",
    noun: ["account request", "account requests"],
    path: pages.requests,
    id: ({ id }) => id,
    columns: [
      {
        label: "Name",
        cell: ({ first_name, last_name }) => `${first_name} ${last_name}`,
        csv: ({ first_name, last_name }) => `${first_name} ${last_name}`,
        sort: "last_name",
      },
      { label: "Email", cell: ({ email }) => email, csv: ({ email }) => email, sort: "email", on_phones: "note" },
      {
        label: "Organization",
        cell: ({ org_name }) => org_name,
        csv: ({ org_name }) => org_name,
        sort: "org_name",
        on_phones: "hidden",
      },
      { label: "Serial number", cell: ({ serial }) => serial, csv: ({ serial }) => serial, on_phones: "hidden" },
      {
        label: "Asked",
        cell: ({ created_at }) => <DateText at={created_at} />,
        csv: ({ created_at }) => created_at,
        sort: "created_at",
        on_phones: "hidden",
      },
      { label: "Status", cell: ({ status }) => <RequestBadge status={status} />, csv: ({ status }) => status },
    ],
    words: { search: "Person or organization" },
    empty: { drawing: "people", text: "Nobody has asked for an account yet." },
    has_csv: true,
  },
});
