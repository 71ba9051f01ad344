import * as contract from "../../../worker/contract/v1/admin/index.ts";
import * as domain from "../../../worker/domain/notifications/index.ts";
import { runNotificationTask } from "../../../worker/domain/payments/index.ts";
import { httpHandler, serveAll } from "../../../worker/http/serve.ts";

export const audiences = serveAll(contract.audiences, domain);

export const broadcasts = serveAll(contract.broadcasts, domain);

export const mailTemplates = serveAll(contract.mailTemplates, domain);

export const notifications = serveAll(contract.notifications, {
  ...domain,
  runNotificationTask,
  resendNotifications: httpHandler((ctx, { body }) => domain.resendNotifications(ctx, body ?? {})),
});

export const outbox = serveAll(contract.outbox, domain);
