import type { Route } from "../../../worker/http/app-env.ts";
import { retryWebhookForm, webhookPage, webhooks } from "./webhooks.tsx";
import { clientErrorPage, clientErrors } from "./client-errors.tsx";
import { outboxMessagePage, resendMessageForm } from "./outbox-message.tsx";
import { outbox } from "./outbox.tsx";
import { healthPage } from "./health.tsx";
import { integrationsPage } from "./overview.tsx";
import { retryRecordForm, startTaskForm, taskPage } from "./task.tsx";

export const integrationPages: Route[] = [
  integrationsPage,
  healthPage,
  taskPage,
  startTaskForm,
  retryRecordForm,
  ...outbox,
  outboxMessagePage,
  resendMessageForm,
  ...clientErrors,
  clientErrorPage,
  ...webhooks,
  webhookPage,
  retryWebhookForm,
];
