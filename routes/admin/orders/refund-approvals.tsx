import { formatMoney } from "../../../islands/lib/money.ts";
import { Field } from "../../../islands/ui/field.tsx";
import { refundReasonLabel } from "../../../worker/contract/buying/refund-reasons.ts";
import { refundApprovalStatuses } from "../../../worker/contract/entities/refund-approval.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import * as contract from "../../../worker/contract/v1/admin/refund-approvals.ts";
import {
  approveRefund,
  listRefundApprovals,
  type RefundApproval,
  rejectRefund,
} from "../../../worker/domain/payments/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import type { StaffViewer } from "../../../worker/http/viewer.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";

const stateLabels: Record<RefundApproval["state"], string> = {
  waiting: "Waiting",
  approved: "Approved",
  rejected: "Rejected",
  failed: "Failed",
  expired: "Expired",
};

const reasonText = ({ reason, reason_text }: RefundApproval): string =>
  [reason && refundReasonLabel[reason], reason_text].filter(Boolean).join(": ");

export const pendingApprovalMessage =
  "Nothing is refunded yet: another finance administrator or an owner must approve it within seven days.";

function actionText({ is_cancellation, reference }: RefundApproval, sum: string): string {
  if (reference !== null) return `note ${sum} as paid back, ${reference}`;
  return is_cancellation ? `cancel and refund ${sum}` : `refund ${sum}`;
}

export const WaitingRefunds = ({ waiting, viewer }: { waiting: readonly RefundApproval[]; viewer: StaffViewer }) =>
  waiting.map((approval) => <WaitingRefund key={approval.id} approval={approval} viewer={viewer} />);

function WaitingRefund({ approval, viewer }: { approval: RefundApproval; viewer: StaffViewer }) {
  const { id, amount, asked_by, created_at, expires_at, reference } = approval;
  const sum = formatMoney(amount);
  const isOwn = asked_by.id === viewer.user_id;
  const reason = reasonText(approval);
  return (
    <section className="notice" aria-label="Refund that waits">
      <p>
        {isOwn ? "You" : asked_by.name} asked on <DateText at={created_at} /> to {actionText(approval, sum)}
        {reason && ` (${reason})`}.{" "}
        {isOwn ? "Another finance administrator or an owner must approve it" : "A second person must approve it"} by{" "}
        <DateText at={expires_at} />.
      </p>
      {!isOwn && can(viewer, "refunds:act") && (
        <div className="actions">
          <ConfirmForm
            id={`approve-${id}`}
            label={reference === null ? "Agree and refund" : "Agree and note it"}
            title={reference === null ? `Refund ${sum}?` : `${sum} was paid back?`}
            action={hrefOf(pages.approveRefund, { id })}
            confirm={reference === null ? `Refund ${sum}` : "Note as paid back"}
            is_main
          >
            <p>
              {reference === null ? "The money goes back at once" : "The payment provider gives nothing back"}, and the
              buyer is notified by email. This cannot be undone.
            </p>
          </ConfirmForm>
          <ConfirmForm
            id={`reject-${id}`}
            label="Reject"
            title={`Reject the refund of ${sum}?`}
            action={hrefOf(pages.rejectRefund, { id })}
            confirm="Reject"
          >
            <p>Nothing is refunded. It can be asked for again.</p>
            <Field
              id={`note-${id}`}
              name="note"
              label="Why"
              is_optional
              hint="Shown to whoever asked"
              maxLength={500}
            />
          </ConfirmForm>
        </div>
      )}
    </section>
  );
}

const backHref = (decided: { order_id: string } | undefined): string =>
  decided ? hrefOf(pages.adminOrder, decided) : hrefOf(pages.refundApprovals, {}, { state: "waiting" });

const approveForm = formPost(contract.approveRefund, {
  path: pages.approveRefund,
  back: backHref,
  send: (ctx, { params }) => approveRefund(ctx, params.id),
  done: () => "The refund is on its way.",
});

const rejectForm = formPost(contract.rejectRefund, {
  path: pages.rejectRefund,
  back: backHref,
  send: (ctx, { params, body }) => rejectRefund(ctx, params.id, body),
  done: () => "The refund is rejected.",
});

const approvalList = listRoutes({
  access: "refunds:read",
  layout: consoleLayout,
  section: "Orders",
  query: contract.listRefundApprovals.query,
  load: listRefundApprovals,
  head: () => ({
    trail: [["Orders", pages.adminOrders]],
    subtitle: "Refunds that need a second person, decided on the page of their order within seven days.",
  }),
  list: {
    title: "Refund approvals",
    noun: ["refund approval", "refund approvals"],
    path: pages.refundApprovals,
    id: ({ id }) => id,
    href: ({ order }) => hrefOf(pages.adminOrder, { order_id: order.id }),
    columns: [
      { label: "Order", cell: ({ order }) => order.order_number, csv: ({ order }) => order.order_number },
      { label: "Organization", cell: ({ org }) => org.name, csv: ({ org }) => org.name, on_phones: "note" },
      {
        label: "Reason",
        cell: (approval) => reasonText(approval),
        csv: (approval) => reasonText(approval),
        is_extra: true,
      },
      { label: "Asked by", cell: ({ asked_by }) => asked_by.name, csv: ({ asked_by }) => asked_by.name },
      {
        label: "Asked",
        cell: ({ created_at }) => <DateText at={created_at} />,
        csv: ({ created_at }) => created_at,
        sort: "created_at",
        on_phones: "hidden",
      },
      {
        label: "State",
        cell: ({ state, decided_by, note }) =>
          [stateLabels[state], decided_by && `by ${decided_by.name}`, note].filter(Boolean).join(" · "),
        csv: ({ state }) => state,
      },
      {
        label: "Amount",
        cell: ({ amount }) => formatMoney(amount),
        csv: ({ amount }) => amount / 100,
        sort: "amount",
        is_number: true,
      },
    ],
    views: refundApprovalStatuses.map((state) => ({ label: stateLabels[state], query: { state } })),
    labels: {
      search: "Order or organization",
      without: ["order_id", "state"],
      filters: { is_own: { label: "Asked by", any: "Everyone", values: { true: "You", false: "Others" } } },
    },
    empty: { drawing: "things", text: "No refund needed a second person yet." },
    has_csv: true,
  },
});

export const refundApprovalPages = [...approvalList, approveForm, rejectForm];
