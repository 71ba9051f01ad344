import * as contract from "../../../worker/contract/v1/admin/account-requests.ts";
import {
  approveAccountRequests,
  getAccountRequest,
  listAccountRequests,
  rejectAccountRequests,
  reopenAccountRequests,
} from "../../../worker/domain/people/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listAccountRequests: travelling((ctx, { query }) => listAccountRequests(ctx, query)),
  getAccountRequest: travelling((ctx, { params }) => getAccountRequest(ctx, params.request_id)),
  approveAccountRequest: (ctx, { params: { request_id }, body: { serial_number, ...body } }) =>
    approveAccountRequests(ctx, { ...body, request_ids: [request_id], serial_numbers: [serial_number] }),
  rejectAccountRequest: (ctx, { params: { request_id }, body }) =>
    rejectAccountRequests(ctx, { ...body, request_ids: [request_id] }),
  approveAccountRequests: (ctx, { body }) => approveAccountRequests(ctx, body),
  rejectAccountRequests: (ctx, { body }) => rejectAccountRequests(ctx, body),
  reopenAccountRequests: (ctx, { body }) => reopenAccountRequests(ctx, body.request_ids),
});
