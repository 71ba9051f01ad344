import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { announceRelease } from "./release-wording.ts";

export const newSoftwareVersion = (payload: NotificationPayload<"newSoftwareVersion">): MailMessage =>
  announceRelease(payload, "software");
