import * as z from "zod/mini";
import { count, email, instant, line, link, person } from "./notification-fields.ts";

/** Security emails: not among the notifications of O-009, sent immediately and only by email. */
export const securityMailTypes = {
  signInCode: {
    payload: z.object({ ...person, code: line(6), expires_in_minutes: count(60) }),
  },
  /** Sent to the current address; `url` cancels the change. */
  emailChangeRequested: {
    payload: z.object({ ...person, new_email: email(), url: link(), support_email: email() }),
  },
  /** A reused refresh token of the desktop app ended its session. */
  desktopSignedOut: { payload: z.object({ ...person, signed_in_at: instant(), support_email: email() }) },
} as const;
