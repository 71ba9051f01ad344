import * as z from "zod/mini";
import { isInCalendar } from "../instants.ts";

/** https://resend.com/docs/webhooks/event-types */
export const emailEvent = z.object({
  type: z.string(),
  created_at: z.iso.datetime({ offset: true }).check(z.refine(isInCalendar)),
  data: z.optional(
    z.object({
      to: z.optional(z.array(z.string())),
      failed: z.optional(z.object({ reason: z.optional(z.string()) })),
      // Events of mails that the worker did not send may have tags of another form (gateways/email.ts).
      tags: z.optional(z.unknown()),
      bounce: z.optional(z.object({ type: z.optional(z.string()) })),
    }),
  ),
});
export type EmailEvent = z.output<typeof emailEvent>;
