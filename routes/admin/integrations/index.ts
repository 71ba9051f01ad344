import type { Route } from "../../../worker/http/app-env.ts";
import { callback, callbacks, retryCallback } from "./callbacks.tsx";
import { clientError, clientErrors } from "./client-errors.tsx";
import { outboxMessage, resendMessage } from "./outbox-message.tsx";
import { outbox } from "./outbox.tsx";
import { overview } from "./overview.tsx";
import { retryRecord, startTask, task } from "./task.tsx";

export const integrationPages: Route[] = [
  overview,
  task,
  startTask,
  retryRecord,
  ...outbox,
  outboxMessage,
  resendMessage,
  ...clientErrors,
  clientError,
  ...callbacks,
  callback,
  retryCallback,
];
