import * as contract from "../../../../worker/contract/v1/admin/console/broadcasts.ts";
import * as broadcasts from "../../../../worker/domain/broadcasts/index.ts";
import { serveAll, travelling } from "../../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  previewNotification: (ctx, { body }) => broadcasts.previewNotification(ctx, body),
  draftNotification: (ctx, { body }) => broadcasts.draftNotification(ctx, body),
  sendDraft: (ctx, { params }) => broadcasts.sendDraft(ctx, params.id),
  listBroadcasts: travelling((ctx, { query }) => broadcasts.listBroadcasts(ctx, query)),
  getBroadcast: (ctx, { params }) => broadcasts.getBroadcast(ctx, params.id),
  listBroadcastRecipients: travelling((ctx, { query }) => broadcasts.listBroadcastRecipients(ctx, query)),
});
