import type { Route } from "../../../worker/http/app-env.ts";
import { retryWebhook, webhook, webhooks } from "./webhooks.tsx";
import { clientError, clientErrors } from "./client-errors.tsx";
import { outboxMessage, resendMessage } from "./outbox-message.tsx";
import { outbox } from "./outbox.tsx";
import { health } from "./health.tsx";
import { overview } from "./overview.tsx";
import { retryRecord, startTask, task } from "./task.tsx";

export const integrationPages: Route[] = [
  overview,
  health,
  task,
  startTask,
  retryRecord,
  ...outbox,
  outboxMessage,
  resendMessage,
  ...clientErrors,
  clientError,
  ...webhooks,
  webhook,
  retryWebhook,
];
