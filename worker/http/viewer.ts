import { Failure } from "../contract/errors.ts";
import type { Ctx } from "../domain/context.ts";
import { type Readers, type SessionDetails, sessionDetails } from "../domain/sessions/index.ts";
import type { AppContext } from "./app-env.ts";
import { loadSessionAnd, readCredentials } from "./session.ts";

/** Who looks at a page, as pages show them. */
export type Viewer = {
  user_id: string;
  email: string;
  first_name: string;
  last_name: string;
  roles: SessionDetails["user"]["roles"];
  organization: { id: string; name: string; price_level_name: string | null };
  impersonator: { first_name: string; last_name: string } | null;
};

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
    return { viewer: toViewer(c.get("preloaded") as SessionDetails), reading }; // what the line above read
  } catch (error) {
    if (error instanceof Failure && (error.status === 401 || error.status === 403)) return null;
    throw error;
  }
}

const toViewer = ({ user, impersonator, price_level_name }: SessionDetails): Viewer => ({
  user_id: user.id,
  email: user.email,
  first_name: user.first_name,
  last_name: user.last_name,
  roles: user.roles,
  organization: { id: user.organization.id, name: user.organization.name, price_level_name },
  impersonator,
});
