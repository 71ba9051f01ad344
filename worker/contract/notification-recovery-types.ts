import * as z from "zod/mini";
import { type Definition, everywhere, id, instant, link, person } from "./notification-fields.ts";
import { pages } from "./pages.ts";

/** Not among the 29 types of O-009. */
export const recoveryNotificationTypes = {
  /** An administrator began to remove the user's factors; `url` stops it, in the app the page that can stop it. */
  recoveryStarted: {
    title: "Your second step will be removed",
    kind: "account",
    channels: everywhere,
    payload: z.object({ ...person, recovery_id: z.optional(id()), due_at: instant(), url: link() }),
    link: { page: pages.security, field: "url" },
  },
} as const satisfies Record<string, Definition>;
