import { approvalRequestStatuses } from "../../../db/enums.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import * as contract from "../../../worker/contract/v1/client/approval-requests.ts";
import { type ApprovalRequest, listApprovalRequests } from "../../../worker/domain/sales/index.ts";
import { statusFilter, totalColumn } from "../../../worker/ui/lists/columns.tsx";
import { DateText } from "../../../worker/ui/date.tsx";
import { appLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";
import { ApprovalBadge, statusText, statusLabels } from "./status.tsx";

const formatItems = ({ lines }: ApprovalRequest): string =>
  lines.length > 1 ? `${lines[0]?.name ?? ""} and ${lines.length - 1} more` : (lines[0]?.name ?? "");

const decidedBy = ({ approvals }: ApprovalRequest): string => approvals.map(({ name }) => name).join(", ");

export const approvalList = listRoutes({
  access: "buy",
  layout: appLayout,
  section: "Approvals",
  query: contract.listApprovalRequests.query,
  load: listApprovalRequests,
  head: (viewer) => ({
    subtitle: "Orders that need a colleague’s approval before they are placed.",
    action: can(viewer, "manage_organization") && (
      <a className="button quiet" href={pages.approvalRules}>
        Approval rules
      </a>
    ),
  }),
  list: {
    title: "Approvals",
    noun: ["approval request", "approval requests"],
    path: pages.approvals,
    id: ({ id }) => id,
    href: ({ id }) => hrefOf(pages.approvalRequest, { request_id: id }),
    columns: [
      { label: "Cart", cell: ({ cart_no }) => cart_no, csv: ({ cart_no }) => cart_no },
      {
        label: "Asked",
        cell: ({ created_at }) => <DateText at={created_at} />,
        csv: ({ created_at }) => created_at,
        sort: "created_at",
      },
      { label: "By", cell: ({ user }) => user.name, csv: ({ user }) => user.name, on_phones: "note" },
      { label: "Items", cell: formatItems, csv: formatItems, on_phones: "hidden" },
      { label: "Decided by", cell: decidedBy, csv: decidedBy, is_extra: true },
      {
        label: "Status",
        cell: (request) => <ApprovalBadge request={request} />,
        csv: statusText,
        on_phones: "state",
      },
      totalColumn,
    ],
    views: [
      { label: "Waiting for me", query: { for_me: "true" } },
      { label: "Asked by me", query: { is_own: "true" } },
      { label: "Decided", query: { is_decided: "true" } },
    ],
    labels: {
      search: "Cart or PO number",
      without: ["for_me", "is_own", "is_decided"],
      filters: {
        for_me: { label: "Waiting for me" },
        is_own: { label: "Asked by me" },
        is_decided: { label: "Decided" },
        status: statusFilter(approvalRequestStatuses, (each) => statusLabels[each]),
      },
    },
    empty: {
      drawing: "papers",
      text: "No order has needed approval yet. Managers choose in the approval rules which orders do.",
    },
    has_csv: true,
  },
});
