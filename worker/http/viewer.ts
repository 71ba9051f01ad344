import { Failure } from "../contract/errors.ts";
import type { Ctx } from "../domain/context.ts";
import { type Readers, type SessionDetails, sessionDetails } from "../domain/identity/index.ts";
import type { AppContext, Viewer } from "./app-env.ts";
import { loadSessionAnd, readCredentials } from "./session.ts";

export type { Viewer } from "./app-env.ts";

type Found<T> = { viewer: Viewer; reading: Promise<T> };

/**
 * Who is signed in, if anybody is, and what is read for them in the same round trip. A page never fails because of a stale
 * cookie, but fails with the database (nothing fails open).
 */
export async function findViewer<T>(
  c: AppContext,
  readers: Readers,
  read: (ctx: Ctx) => Promise<T>,
): Promise<Found<T> | null> {
  if (!readCredentials(c)) return null;
  try {
    const { reading } = await loadSessionAnd(c, sessionDetails, readers, read);
    const viewer = toViewer(c.get("preloaded") as SessionDetails); // what the line above read
    c.set("viewer", viewer);
    return { viewer, reading };
  } catch (error) {
    if (error instanceof Failure && (error.status === 401 || error.status === 403)) return null;
    throw error;
  }
}

/** Who looks at a page that cannot be shown: known already, or asked for unless that is what failed. */
export async function viewerOfProblem(c: AppContext, status: number): Promise<Viewer | null> {
  const known = c.get("viewer");
  if (known || status >= 500) return known ?? null;
  const found = await findViewer(c, {}, async () => null).catch(() => null);
  return found?.viewer ?? null;
}

const toViewer = ({ user, impersonator, expires_at, price_level_name }: SessionDetails): Viewer => ({
  user_id: user.id,
  email: user.email,
  first_name: user.first_name,
  last_name: user.last_name,
  roles: user.roles,
  organization: { id: user.organization.id, name: user.organization.name, price_level_name },
  impersonator: impersonator && { ...impersonator, expires_at },
  email_return: user.email_return,
});
