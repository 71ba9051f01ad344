import { compareBooks } from "./domain/comparison/index.ts";
import { reconcilePage } from "./domain/callbacks/index.ts";
import { refreshPayment } from "./domain/payments/index.ts";
import { provideHandlers, type TaskHandlers } from "./domain/tasks/index.ts";

/** What does which task. A task without a line here is one that this release cannot run. */
const handlers: TaskHandlers = {
  "subscription-status": {
    page: reconcilePage,
    retry: refreshPayment,
  },
  books: compareBooks,
};

/** Has the tasks know their handlers; called once, before any of them runs. */
export const provideTaskHandlers = (): void => provideHandlers(handlers);
