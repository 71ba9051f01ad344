import * as z from "zod/mini";
import { count, email, instant, line, link, person } from "./notification-fields.ts";

/** Mails about the safety of an account. They are no notifications of O-009: they go by e-mail alone, and at once. */
export const securityMailTypes = {
  signInCode: {
    payload: z.object({ ...person, code: line(6), expires_in_minutes: count(60) }),
  },
  /** To the address until then; `url` stops the change. */
  emailChangeRequested: {
    payload: z.object({ ...person, new_email: email(), url: link(), support_email: email() }),
  },
  /** A refresh token of the desktop app was used a second time, which ended its session. */
  desktopSignedOut: { payload: z.object({ ...person, signed_in_at: instant(), support_email: email() }) },
} as const;
