import * as contract from "../../../worker/contract/v1/client/notifications.ts";
import {
  listNotifications,
  readNotification,
  readNotifications,
  unreadNotification,
  unreadNotifications,
} from "../../../worker/domain/notifications/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listNotifications: travelling((ctx, { query }) => listNotifications(ctx, query)),
  readNotification: (ctx, { params }) => readNotification(ctx, params.notification_id),
  unreadNotification: (ctx, { params }) => unreadNotification(ctx, params.notification_id),
  readNotifications: (ctx, { body }) => readNotifications(ctx, body?.notification_ids),
  unreadNotifications: (ctx, { body }) => unreadNotifications(ctx, body.notification_ids),
});
