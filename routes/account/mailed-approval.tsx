import * as z from "zod/mini";
import { formatMoney } from "../../islands/lib/money.ts";
import { TextAreaField } from "../../islands/ui/fields/text-area-field.tsx";
import { Failure } from "../../worker/contract/errors.ts";
import { explain } from "../../worker/contract/messages.ts";
import { freeText, uuid } from "../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import {
  approveByMail,
  getMailedApproval,
  type MailedApproval,
  rejectByMail,
} from "../../worker/domain/sales/index.ts";
import { page } from "../../worker/http/page.ts";
import type { LoadInput, ViewInput } from "../../worker/http/page-spec.ts";
import { SiteStyles } from "../../worker/ui/island.tsx";
import { DateText } from "../../worker/ui/date.tsx";
import type { LayoutData } from "../../worker/ui/frame/layout-data.ts";
import { ObjectLayout } from "../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../worker/ui/layouts/page-header.tsx";
import { appLayout } from "../layouts.tsx";
import { Decisions, RequestFacts, RequestLines, RequestTotals } from "../portal/approvals/request-parts.tsx";
import { ApprovalBadge } from "../portal/approvals/status.tsx";

const linkParams = z.object({
  request_id: uuid(),
  user_id: uuid(),
  token: freeText(64, "The signature of the mailed link"),
});
type Input = Pick<LoadInput<"public", typeof linkParams>, "ctx" | "params" | "typed">;
type State = MailedApproval & { problem?: string };

const statusMessages: Record<MailedApproval["request"]["status"], string> = {
  pending: "This order waits for others.",
  approved: "This order was approved and placed.",
  rejected: "This order was rejected. Nothing is ordered.",
  canceled: "This order was withdrawn or canceled.",
  expired: "Nobody decided in time, so nothing was ordered.",
  failed: "This order was approved, but it could not be placed.",
};

const outcomeMessage = ({ status, reason }: MailedApproval["request"]): string => {
  if (status === "failed") return `${statusMessages.failed} ${reason ?? ""}`;
  if (status === "approved" && reason !== null)
    return `This order was approved, but only a part of it was placed. ${reason}`;
  return statusMessages[status];
};

function view(
  { request, approver, problem }: State,
  { params }: ViewInput<"public", typeof linkParams, undefined, LayoutData>,
) {
  const sum = formatMoney(request.total);
  return (
    <>
      <SiteStyles />
      <PageHeader
        title={`${sum} for ${request.user.name}`}
        badges={<ApprovalBadge request={request} />}
        subtitle={
          <>
            Cart {request.cart_no}, sent on <DateText at={request.created_at} />. This link is only for {approver.name}{" "}
            ({approver.email}).
          </>
        }
      />
      {problem && (
        <p className="notice danger" role="alert">
          {problem}
        </p>
      )}
      {request.can_decide ? (
        <section className="actions" aria-label="Your decision">
          <form method="post" action={hrefOf(pages.approveByMail, params)}>
            <button className="button">Approve {sum}</button>
          </form>
        </section>
      ) : (
        <p className="notice info" role="status">
          {outcomeMessage(request)}
        </p>
      )}
      <ObjectLayout aside={<RequestTotals request={request} />}>
        <RequestLines request={request} />
        <RequestFacts request={request} />
        <Decisions request={request} />
        {request.can_decide && (
          <section>
            <h2>Reject it instead</h2>
            <form className="form-grid" method="post" action={hrefOf(pages.rejectByMail, params)}>
              <TextAreaField name="note" label="Why" required rows={3} maxLength={1000} />
              <p>
                <button className="button quiet">Reject the order</button>
              </p>
            </form>
          </section>
        )}
      </ObjectLayout>
    </>
  );
}

const pageDefaults = {
  access: "public" as const,
  params: linkParams,
  layout: appLayout,
  head: () => ({ title: "Approve an order · CrunchBox", no_referrer: true, no_store: true }),
  view,
};

/** The page shows a refusal as `problem`, except for a missing request. */
async function decide(input: Input, decision: () => Promise<MailedApproval>): Promise<State> {
  try {
    return await decision();
  } catch (error) {
    if (!(error instanceof Failure) || error.status === 404) throw error;
    return { ...(await getMailedApproval(input.ctx, input.params)), problem: explain(error.status, error) };
  }
}

const rejectionReason = freeText(1000, "Reason, shown to the requester").check(z.minLength(1));

async function reject(input: Input): Promise<State> {
  const note = rejectionReason.safeParse(input.typed.get("note") ?? "");
  if (note.success) return decide(input, () => rejectByMail(input.ctx, input.params, note.data));
  return { ...(await getMailedApproval(input.ctx, input.params)), problem: "Say why you reject it." };
}

/** Opening the link changes nothing, because mail scanners open links, too. */
export const mailedApproval = [
  page({ ...pageDefaults, path: pages.mailedApproval, load: ({ ctx, params }) => getMailedApproval(ctx, params) }),
  page({
    ...pageDefaults,
    path: pages.approveByMail,
    method: "POST",
    load: (input) => decide(input, () => approveByMail(input.ctx, input.params)),
  }),
  page({ ...pageDefaults, path: pages.rejectByMail, method: "POST", form_bytes_max: 16_384, load: reject }),
];
