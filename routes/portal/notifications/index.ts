import type { Route } from "../../../worker/http/app-env.ts";
import { notificationSettings } from "./settings.tsx";
import { notificationPage, unreadNotificationForm } from "./notification.tsx";
import { notifications } from "./notifications.tsx";

// The path of one notification would match the settings, so it comes later.
export const notificationPages: Route[] = [
  ...notifications,
  ...notificationSettings,
  notificationPage,
  unreadNotificationForm,
];
