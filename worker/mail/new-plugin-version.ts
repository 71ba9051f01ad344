import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { announceRelease } from "./release-wording.ts";

export const newPluginVersion = (payload: NotificationPayload<"newPluginVersion">): MailMessage =>
  announceRelease(payload, "plugin");
