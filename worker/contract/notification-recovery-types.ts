import * as z from "zod/mini";
import { type Definition, allChannels, id, instant, link, recipientFields } from "./notification-fields.ts";
import { pages } from "./pages.ts";

/** Notifications about the removal of second factors; not among the 29 types of O-009. */
export const recoveryNotificationTypes = {
  /**
   * An administrator began to remove the user's second factors. In the mail, `url` stops the removal; in the app, `url`
   * is the security page, where the user can stop it.
   */
  recoveryStarted: {
    title: "Your second step will be removed",
    kind: "account",
    channels: allChannels,
    payload: z.object({ ...recipientFields, recovery_id: z.optional(id()), due_at: instant(), url: link() }),
    link: { page: pages.security, field: "url" },
  },
} as const satisfies Record<string, Definition>;
