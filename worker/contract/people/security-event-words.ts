import type { securityEventKinds } from "../../../db/enums.ts";

export const securityEventLabels: Record<(typeof securityEventKinds)[number], string> = {
  signed_in: "Signed in",
  confirmed: "Confirmed that it was them",
  password_changed: "Changed the password",
  email_changed: "Changed the email address",
  passkey_added: "Added a passkey",
  totp_enabled: "Turned an authenticator app on",
  backup_codes_created: "Made new backup codes",
  recovery_started: "Support began to remove the second step",
  recovery_stopped: "The removal of the second step was stopped",
  second_factor_removed: "Removed the second step with an emailed link",
  reported: "Reported “This was not me”",
};
