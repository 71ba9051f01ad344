import * as z from "zod/mini";

/** The used part of the email provider's events (https://resend.com/docs/webhooks/event-types). */
export const emailEvent = z.object({
  type: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  data: z.optional(
    z.object({
      to: z.optional(z.array(z.string())),
      bounce: z.optional(z.object({ type: z.optional(z.string()) })),
    }),
  ),
});
export type EmailEvent = z.output<typeof emailEvent>;
