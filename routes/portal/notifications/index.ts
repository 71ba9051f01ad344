import type { Route } from "../../../worker/http/app-env.ts";
import { notificationSettings } from "./settings.tsx";
import { notification, unreadNotification } from "./notification.tsx";
import { notifications } from "./notifications.tsx";

// The settings come before the page of one notification, whose path would match theirs.
export const notificationPages: Route[] = [...notifications, ...notificationSettings, notification, unreadNotification];
