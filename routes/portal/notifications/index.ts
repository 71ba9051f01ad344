import type { Route } from "../../../worker/http/app-env.ts";
import { notificationSettings } from "./settings.tsx";
import { notification, unreadNotification } from "./notification.tsx";
import { notifications } from "./notifications.tsx";

// The settings stand before the page of one notification, whose path would take theirs.
export const notificationPages: Route[] = [...notifications, ...notificationSettings, notification, unreadNotification];
