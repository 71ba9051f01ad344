import * as contract from "../../../../worker/contract/v1/admin/console/broadcasts.ts";
import * as notifications from "../../../../worker/domain/notifications/index.ts";
import { serveAll, travelling } from "../../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  previewNotification: (ctx, { body }) => notifications.previewNotification(ctx, body),
  draftNotification: (ctx, { body }) => notifications.draftNotification(ctx, body),
  sendDraft: (ctx, { params }) => notifications.sendDraft(ctx, params.id),
  listBroadcasts: travelling((ctx, { query }) => notifications.listBroadcasts(ctx, query)),
  getBroadcast: (ctx, { params }) => notifications.getBroadcast(ctx, params.id),
  listBroadcastRecipients: travelling((ctx, { query }) => notifications.listBroadcastRecipients(ctx, query)),
});
