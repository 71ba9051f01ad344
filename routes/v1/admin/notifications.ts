import * as contract from "../../../worker/contract/v1/admin/notifications.ts";
import { resendNotifications } from "../../../worker/domain/notifications/index.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  resendNotifications: (ctx, { body }) => resendNotifications(ctx, body ?? {}),
});
