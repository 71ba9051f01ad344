import type { Route } from "../../../worker/http/app-env.ts";
import { retryWebhook, webhookPage, webhooks } from "./webhooks.tsx";
import { clientErrorPage, clientErrors } from "./client-errors.tsx";
import { outboxMessagePage, resendMessage } from "./outbox-message.tsx";
import { outbox } from "./outbox.tsx";
import { health } from "./health.tsx";
import { integrationsPage } from "./overview.tsx";
import { retryRecord, startTask, taskPage } from "./task.tsx";

export const integrationPages: Route[] = [
  integrationsPage,
  health,
  taskPage,
  startTask,
  retryRecord,
  ...outbox,
  outboxMessagePage,
  resendMessage,
  ...clientErrors,
  clientErrorPage,
  ...webhooks,
  webhookPage,
  retryWebhook,
];
