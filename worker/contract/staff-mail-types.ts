import * as z from "zod/mini";
import { instant, line, link, recipientFields } from "./notification-fields.ts";

/** Sent to administrators by email alone; not among the notifications of O-009. */
export const staffMailTypes = {
  /** `about` names the record, such as order 1042; `url` is its page. */
  noteMention: {
    payload: z.object({
      ...recipientFields,
      author_name: line(130),
      about: line(1100),
      text: line(4000),
      url: link(),
    }),
  },
  /**
   * Sent to the owners. `about` is the subject of the notification, `due_at` the time for which it was scheduled, `url`
   * its page.
   */
  scheduledNotSent: {
    payload: z.object({
      ...recipientFields,
      scheduled_by: z.nullable(line(130)),
      about: z.nullable(line(1100)),
      due_at: instant(),
      url: link(),
    }),
  },
} as const;
