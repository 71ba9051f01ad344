import * as z from "zod/mini";
import { notificationTypeNames } from "../notification-types.ts";
import { describe, instant } from "../fields.ts";

export const notification = z.object({
  id: z.string(),
  user_id: z.string(),
  read_at: describe(z.nullable(instant()), "Time of reading; null: unread"),
  created_at: instant(),
  type: z.enum(notificationTypeNames),
  title: describe(z.string(), "Plain text"),
  markdown: describe(z.string(), "CommonMark without HTML; links use https, http to our own host, or mailto"),
});
