import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/account-requests.ts";
import {
  approveAccountRequests,
  rejectAccountRequests,
  reopenAccountRequests,
} from "../../../worker/domain/people/index.ts";
import type { AppContext } from "../../../worker/http/app-env.ts";
import { formPost, type Refusal } from "../../../worker/http/form.ts";
import { formatNames, refusalText } from "../../bulk-action.ts";
import { requestPage } from "./triage.tsx";
import { splitRequestIds, undoDecisionForm, undoS } from "./undo-decision.ts";

const formSpec = {
  page: requestPage,
  fields: { request_ids: "id" },
  back: (_result: unknown, c: AppContext) => hrefOf(pages.requests, {}, { after: c.req.param("request_id") }),
  refusal: (refused: Refusal, typed: URLSearchParams) => ({
    message: refusalText(refused, typed, "request_ids", ["account request", "account requests"]),
  }),
} as const;

/** The form always sends the fields of a new organization, also if an existing one is selected. */
async function dropUnusedFields(sentFields: URLSearchParams): Promise<void> {
  if (sentFields.get("org_id") === "") return;
  for (const name of Array.from(sentFields.keys())) if (name.startsWith("new_organization.")) sentFields.delete(name);
}

const approveForm = formPost(contract.approveAccountRequests, {
  ...formSpec,
  path: pages.approveRequest,
  has_search: true,
  complete: dropUnusedFields,
  send: (ctx, { body }) => approveAccountRequests(ctx, body),
  done: (_result, typed) => {
    const organization = typed.get(`name.${typed.get("org_id")}`) ?? typed.get("new_organization.name");
    return `${formatNames(typed, typed.getAll("id"))} approved for ${organization}.`;
  },
});

const rejectForm = formPost(contract.rejectAccountRequests, {
  ...formSpec,
  path: pages.rejectRequest,
  send: (ctx, { body }) => rejectAccountRequests(ctx, { ...body, hold_s: undoS }),
  done: (_result, typed) => {
    const ids = typed.getAll("id");
    return { message: `${formatNames(typed, ids)} rejected.`, form: undoDecisionForm(ids) };
  },
});

const reopenForm = formPost(contract.reopenAccountRequests, {
  path: pages.reopenRequests,
  complete: splitRequestIds,
  async send(ctx, { body }) {
    await reopenAccountRequests(ctx, body.request_ids);
    return body.request_ids;
  },
  back(ids) {
    const [id, ...others] = ids ?? [];
    if (!id) return pages.requests;
    return others.length > 0 ? pages.requestList : hrefOf(pages.request, { request_id: id });
  },
  done: ({ length }) =>
    length === 1
      ? "The decision is undone. No email was sent."
      : `${length} decisions are undone. No emails were sent.`,
  refusal: () => ({ message: "The mail has left already, so the decision stays." }),
});

export const decisions = [approveForm, rejectForm, reopenForm];
