import type { Route } from "../../../worker/http/app-env.ts";
import { composeNotification } from "./compose.tsx";
import { broadcasts } from "./list.tsx";
import { notification } from "./one.tsx";
import { recipients } from "./recipients.tsx";

// Recipients come before the page of one notification, whose path would match theirs.
export const notificationPages: Route[] = [...broadcasts, ...recipients, ...composeNotification, ...notification];
