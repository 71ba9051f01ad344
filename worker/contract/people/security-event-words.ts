import type { securityEventKinds } from "../../../db/enums.ts";

export const securityEventWords: Record<(typeof securityEventKinds)[number], string> = {
  signed_in: "Signed in",
  confirmed: "Confirmed that it was them",
  password_changed: "Changed the password",
  email_changed: "Changed the email address",
  reported: "Reported “This was not me”",
};
