import * as z from "zod/mini";
import { link, recipientFields } from "./notification-fields.ts";

export const digestEntries = z.array(z.object({ type: z.string(), payload: z.record(z.string(), z.unknown()) }));

/** Collects the notifications since the last digest in one mail; not among the notifications of O-009. */
export const digestMailType = {
  digest: {
    payload: z.object({
      ...recipientFields,
      entries: digestEntries,
      /** Number of messages that the mail does not list. */
      more: z.int(),
      url: link(),
      unsubscribe_url: z.optional(link()),
    }),
  },
} as const;
