import * as z from "zod/mini";
import { notificationTypeNames } from "../notification-types.ts";
import { described, instant } from "../fields.ts";

/** What the app shows a person. */
export const notification = z.object({
  id: z.string(),
  user_id: z.string(),
  read_at: described(z.nullable(instant()), "When it was read; null when it is unread"),
  created_at: instant(),
  type: z.enum(notificationTypeNames),
  title: described(z.string(), "Plain text"),
  markdown: described(
    z.string(),
    "CommonMark without HTML; its links begin with https, http to our own host, or mailto",
  ),
});
