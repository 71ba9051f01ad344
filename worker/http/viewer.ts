import type { SessionDetails } from "../domain/identity/index.ts";
import type { AppContext, Viewer } from "./app-env.ts";
import { readCredentials, readWithSession } from "./session.ts";

export type { StaffViewer, Viewer } from "./app-env.ts";

/** Null also if the failed request could not look up the session. */
export async function viewerOfProblem(c: AppContext, status: number): Promise<Viewer | null> {
  const viewer = c.get("viewer");
  if (viewer || status >= 500) return viewer ?? null;
  try {
    return readCredentials(c) ? await findViewer(c) : null;
  } catch {
    return null;
  }
}

async function findViewer(c: AppContext): Promise<Viewer | null> {
  let viewer: Viewer | null = null;
  await readWithSession(c, {
    with_details: true,
    read: async () => {},
    admit({ found }) {
      viewer = found?.details ? toViewer(found.details) : null;
    },
  });
  return viewer;
}

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
