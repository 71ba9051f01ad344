import * as contract from "../../../worker/contract/v1/admin/outbox.ts";
import { listOutbox } from "../../../worker/domain/notifications/index.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listOutbox: (ctx, { query }) => listOutbox(ctx, query),
});
