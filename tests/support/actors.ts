import type { Role, StaffPreset } from "../../db/enums.ts";
import { startImpersonation } from "../../worker/contract/v1/sso/impersonate-session.ts";
import { type Client, createClient } from "./client.ts";
import { type Query, query } from "./database.ts";
import { type Factories, factoriesOn, type TestUser, type UserState } from "./factories.ts";

export type Actor = { client: Client; user: TestUser; token: string };
export type ActorOptions = {
  roles?: Role[];
  preset?: StaffPreset;
  org_id?: string;
  state?: UserState;
  kind?: "cookie" | "bearer";
  is_house?: boolean;
};

/** Every kind of caller in the specification. */
export const principals = [
  "visitor",
  "user",
  "buyer",
  "org",
  "admin",
  "inactive",
  "never agreed",
  "expired session",
  "revoked session",
  "impersonating admin",
  "bearer user",
] as const;
export type Principal = (typeof principals)[number];

export function actorsOn(deps: { query: Query; factories: Factories; url?: string; is_older?: boolean }) {
  const { factories } = deps;

  /** Creates a user with a live session, in a new organization by default. */
  async function signedIn(options: ActorOptions = {}): Promise<Actor> {
    const org_id = options.org_id ?? (await factories.createOrganization({ is_house: options.is_house ?? false })).id;
    const user = await factories.createUser({
      org_id,
      roles: options.roles ?? ["user"],
      state: options.state ?? "active",
    });
    if (options.preset) await deps.query("update users set preset = $2 where id = $1", [user.id, options.preset]);
    const kind = options.kind ?? "cookie";
    const token = await factories.createSession(user.id, kind);
    const credential = kind === "cookie" ? { session: token } : { bearer: token };
    return {
      user,
      token,
      client: createClient({ ...credential, ...(deps.url ? { url: deps.url } : {}), is_older: deps.is_older ?? false }),
    };
  }

  const signedInAdmin = (preset?: StaffPreset) =>
    signedIn({ roles: ["admin", "user"], is_house: true, ...(preset && { preset }) });

  /** Creates a user whose session is changed by SQL, for example to an expired one. */
  async function withSession(change: string): Promise<Actor> {
    const actor = await signedIn();
    await deps.query(`update sessions set ${change} where user_id = $1`, [actor.user.id]);
    return actor;
  }

  /** Creates an administrator who impersonates a customer's user; returns both users. */
  async function impersonating(customer?: TestUser): Promise<Actor & { customer: TestUser }> {
    const admin = await signedInAdmin();
    const target = customer ?? (await factories.createUser({ roles: ["org", "buyer", "user"] }));
    (await admin.client.call(startImpersonation, { body: { user_id: target.id } })).reply();
    return { ...admin, customer: target, token: admin.client.cookies.get("__Host-session") ?? "" };
  }

  const createByPrincipal: Record<Principal, () => Promise<{ client: Client }>> = {
    visitor: async () => ({ client: createClient(deps.url ? { url: deps.url } : {}) }),
    user: () => signedIn(),
    buyer: () => signedIn({ roles: ["buyer", "user"] }),
    org: () => signedIn({ roles: ["org", "user"] }),
    admin: () => signedInAdmin(),
    inactive: () => signedIn({ state: "inactive" }),
    "never agreed": () => signedIn({ state: "never-agreed" }),
    "expired session": () => withSession("expires_at = now() - interval '1 second'"),
    "revoked session": () => withSession("revoked_at = now()"),
    "impersonating admin": () => impersonating(),
    "bearer user": () => signedIn({ kind: "bearer" }),
  };

  return {
    signedIn,
    signedInAdmin,
    withSession,
    impersonating,
    principal: (name: Principal) => createByPrincipal[name](),
  };
}

export const { signedIn, signedInAdmin, withSession, impersonating, principal } = actorsOn({
  query,
  factories: factoriesOn(query),
});
export const visitor = (): Client => createClient();
