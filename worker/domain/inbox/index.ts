export { countUnread, getNotification, listNotifications } from "./list-notifications.ts";
export { readNotification, readNotifications, unreadNotification, unreadNotifications } from "./mark-notifications.ts";
export { getNotificationSettings } from "./settings.ts";
export { findSubscriber, subscribe, unsubscribe } from "./unsubscribe.ts";
