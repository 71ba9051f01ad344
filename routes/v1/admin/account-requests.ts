import * as contract from "../../../worker/contract/v1/admin/account-requests.ts";
import {
  approveAccountRequests,
  listAccountRequests,
  rejectAccountRequests,
} from "../../../worker/domain/accounts/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listAccountRequests: travelling((ctx, { query }) => listAccountRequests(ctx, query)),
  approveAccountRequest: (ctx, { params, body }) =>
    approveAccountRequests(ctx, { ...body, requests: [{ id: params.request_id, serial: body.serial_number ?? null }] }),
  rejectAccountRequest: (ctx, { params }) => rejectAccountRequests(ctx, [params.request_id]),
  approveAccountRequests: (ctx, { body }) => {
    const serials = body.serial_numbers ?? [];
    const requests = body.request_ids.map((id, position) => ({
      id,
      serial: (Array.isArray(serials) ? serials[position] : serials[id]) ?? null,
    }));
    return approveAccountRequests(ctx, { ...body, requests });
  },
  rejectAccountRequests: (ctx, { body }) => rejectAccountRequests(ctx, body.request_ids),
});
