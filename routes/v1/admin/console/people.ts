import * as contract from "../../../../worker/contract/v1/admin/console/people.ts";
import { inactivateUsers, sendSetUpLinks } from "../../../../worker/domain/people/index.ts";
import { endUserSession, endUserSessions, listUserSessions } from "../../../../worker/domain/identity/index.ts";
import { serveAll, travelling } from "../../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  inactivateUsers: (ctx, { body }) => inactivateUsers(ctx, body.user_ids),
  sendSetUpLinks: (ctx, { body }) => sendSetUpLinks(ctx, body.user_ids),
  listUserSessions: travelling((ctx, { params }) => listUserSessions(ctx, params.user_id)),
  endUserSessions: (ctx, { params }) => endUserSessions(ctx, params.user_id),
  endUserSession: (ctx, { params }) => endUserSession(ctx, params),
});
