import * as z from "zod/mini";
import { line, link, person } from "./notification-fields.ts";

/** Sent to administrators by email alone; not among the notifications of O-009. */
export const staffMailTypes = {
  /** `about` names the record, such as order 1042; `url` is its page. */
  noteMention: {
    payload: z.object({
      ...person,
      author_name: line(130),
      about: line(1100),
      text: line(4000),
      url: link(),
    }),
  },
} as const;
