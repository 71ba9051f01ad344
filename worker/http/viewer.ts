import type { SessionDetails } from "../domain/identity/index.ts";
import type { Viewer } from "./app-env.ts";

export type { StaffViewer, Viewer } from "./app-env.ts";

export const toViewer = ({ user, impersonator, expires_at, price_level_name, preset }: SessionDetails): Viewer => ({
  user_id: user.id,
  email: user.email,
  first_name: user.first_name,
  last_name: user.last_name,
  roles: user.roles,
  preset,
  organization: { id: user.organization.id, name: user.organization.name, price_level_name },
  impersonator: impersonator && { ...impersonator, expires_at },
  email_return: user.email_return,
});
