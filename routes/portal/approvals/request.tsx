import * as z from "zod/mini";
import { formatMoney } from "../../../islands/lib/money.ts";
import { uuid } from "../../../worker/contract/fields.ts";
import { listHref } from "../../../worker/contract/page-query.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/client/approval-requests.ts";
import {
  type ApprovalRequest,
  approveRequest,
  cancelRequest,
  getApprovalRequest,
  rejectRequest,
} from "../../../worker/domain/sales/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { appLayout } from "../../layouts.tsx";
import { Decisions, DecisionForms, RequestFacts, RequestLines, RequestTotals } from "./request-parts.tsx";
import { ApprovalBadge } from "./status.tsx";

const params = z.object({ request_id: uuid() });

const requestPage = page({
  path: pages.approvalRequest,
  access: "buy",
  layout: appLayout,
  section: "Approvals",
  params,
  load: ({ ctx, params: { request_id } }) => getApprovalRequest(ctx, request_id),
  head: ({ cart_no }) => ({ title: `Approval of ${cart_no} · CrunchBox`, no_store: true }),
  view: (request, { viewer, url, params: path, flash }) => {
    const isImpersonating = viewer.impersonator !== null;
    return (
      <>
        <PageHeader
          trail={[["Approvals", listHref(pages.approvals, url)]]}
          title={`${formatMoney(request.total)} for ${request.user.name}`}
          badges={<ApprovalBadge request={request} />}
          subtitle={
            <>
              Cart {request.cart_no}, sent on <DateText at={request.created_at} />
            </>
          }
        />
        {request.status === "approved" && request.reason !== null && <p className="notice warning">{request.reason}</p>}
        <RequestOutcome request={request} />
        {request.can_decide && !isImpersonating && (
          <DecisionForms
            request={request}
            approve={hrefOf(pages.approveOrder, path)}
            reject={hrefOf(pages.rejectOrder, path)}
            error={flash?.typed?.errors["note"]}
          />
        )}
        {request.can_decide && isImpersonating && (
          <p className="notice info">You cannot decide while you act as another user.</p>
        )}
        <ObjectLayout aside={<RequestTotals request={request} />}>
          <RequestLines request={request} />
          <RequestFacts request={request} />
          <Decisions request={request} />
          {request.status === "pending" && request.user_id === viewer.user_id && !isImpersonating && (
            <section>
              <ConfirmForm
                id="cancel"
                label="Withdraw it"
                title="Withdraw this order?"
                action={hrefOf(pages.takeBackOrder, path)}
                confirm="Yes, withdraw it"
                dismiss="Keep it"
                is_dangerous
              >
                <p>Nobody can approve it after that. Nothing is ordered.</p>
              </ConfirmForm>
            </section>
          )}
        </ObjectLayout>
      </>
    );
  },
});

function RequestOutcome({ request }: { request: ApprovalRequest }) {
  const { status, reason, order_id, order_number, payment_url: url } = request;
  if (url !== null)
    return (
      <p className="notice info">
        The order was approved, but its payment was declined or needs your confirmation. <a href={url}>Pay the order</a>
      </p>
    );
  if (order_id !== null)
    return (
      <p className="links">
        <a href={hrefOf(pages.order, { order_id })}>See order {order_number}</a>
      </p>
    );
  if (status === "failed") return <p className="notice info">No order was placed. {reason}</p>;
  if (status === "expired")
    return <p className="notice info">Nobody decided within 14 days, so nothing was ordered.</p>;
  return null;
}

type DecidedRequest = { id: string } | undefined;
const backHref = (decided: DecidedRequest): string =>
  decided ? hrefOf(pages.approvalRequest, { request_id: decided.id }) : pages.approvals;

const decisionMessage = ({ status, reason }: ApprovalRequest): string => {
  if (status === "failed") return `You approved it, but no order could be placed. ${reason ?? ""}`;
  if (status === "approved" && reason !== null) return `You approved it, but only a part was ordered. ${reason}`;
  return status === "pending" ? "You approved it. It still waits for others." : "You approved it. The order is placed.";
};

const approveForm = formPost({ ...contract.approveRequest, params } as const, {
  path: pages.approveOrder,
  page: requestPage,
  back: backHref,
  send: (ctx, { params: { request_id }, body }) => approveRequest(ctx, request_id, body),
  done: decisionMessage,
});

const rejectForm = formPost({ ...contract.rejectRequest, params } as const, {
  path: pages.rejectOrder,
  page: requestPage,
  back: backHref,
  send: (ctx, { params: { request_id }, body }) => rejectRequest(ctx, request_id, body),
  done: () => "You rejected it. Nothing is ordered.",
});

const cancelForm = formPost({ ...contract.cancelRequest, params } as const, {
  path: pages.takeBackOrder,
  page: requestPage,
  back: backHref,
  send: (ctx, { params: { request_id } }) => cancelRequest(ctx, request_id),
  done: () => "You withdrew it. Nothing is ordered.",
});

export const approvalRequestPages = [requestPage, approveForm, rejectForm, cancelForm];
