import * as contract from "../../../worker/contract/v1/admin/notifications.ts";
import { resendNotifications, sendNotification } from "../../../worker/domain/notifications/index.ts";
import { runNotificationTask } from "../../../worker/domain/payments/index.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  sendNotification: (ctx, { body }) => sendNotification(ctx, body),
  runNotificationTask: (ctx, { body }) => runNotificationTask(ctx, body),
  resendNotifications: (ctx, { body }) => resendNotifications(ctx, body ?? {}),
});
