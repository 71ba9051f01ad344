import type { Route } from "../../../worker/http/app-env.ts";
import { composeNotification } from "./compose.tsx";
import { broadcasts } from "./list.tsx";
import { notification } from "./one.tsx";
import { recipients } from "./recipients.tsx";

// The recipients stand before the page of one notification, whose path would take theirs.
export const notificationPages: Route[] = [...broadcasts, ...recipients, ...composeNotification, ...notification];
