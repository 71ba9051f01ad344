import type { Route } from "../../../worker/http/app-env.ts";
import { composeNotification } from "./compose.tsx";
import { broadcasts } from "./list.tsx";
import { notificationRoutes } from "./one.tsx";
import { recipients } from "./recipients.tsx";
import { savedAudiences } from "./saved-audiences.tsx";

// The path of one notification would match the paths of recipients, so it comes last.
export const notificationPages: Route[] = [
  ...broadcasts,
  ...recipients,
  ...savedAudiences,
  ...composeNotification,
  ...notificationRoutes,
];
