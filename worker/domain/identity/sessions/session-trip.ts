import { type SQL, sql } from "drizzle-orm";
import type { Db, Rows } from "../../../../db/handle.ts";
import { isUnavailable } from "../../../../db/errors.ts";
import type { Permission } from "../../../contract/people/permissions.ts";
import type { Ctx, UserActor } from "../../context.ts";
import { hasPermission } from "../../permissions.ts";
import { staticSql } from "../../sql.ts";
import { type Credentials, getSession, type Preload, type Session } from "./sessions.ts";
import { isUsable } from "./usable.ts";

type Answer = Rows<Record<string, unknown>>;
type Waiting = {
  statement: SQL;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/** Who may read; nothing is read for anybody else. */
export type Readers = {
  /** Given by one of their roles; everybody with a session when left out. */
  permission?: Permission | undefined;
  /** Not an administrator who acts as somebody (T13). */
  not_impersonated?: true | undefined;
};

/** Tells the statements behind this one in its transaction who calls, if it is a reader. */
const announce = staticSql(sql`json_build_array(
  set_config('caller.user_id', u.id::text, true),
  set_config('caller.org_id', u.org_id::text, true),
  set_config('caller.session_id', s.id::text, true))`);
const announcement = (
  credentials: Credentials,
  { permission, not_impersonated }: Readers,
): SQL => sql`case when ${staticSql(isUsable)}
  and ${credentials.kind === "bearer" ? sql`true` : sql`s.kind = 'cookie'`}
  and ${permission ? hasPermission("u.roles", permission) : sql`true`}
  and ${not_impersonated ? sql`s.actor_id is null` : sql`true`} then ${announce} end`;

export const actorOf = (session: Session): UserActor => ({
  kind: "user",
  user_id: session.user_id,
  org_id: session.org_id,
  roles: session.roles,
  session_id: session.session_id,
  impersonator_id: session.impersonator_id,
});

/**
 * Looks a session up and reads for its user in the same round trip: the statements that `read` issues before it waits for
 * anything else travel behind the session's own, in one transaction, and run only for readers. What it issues later costs
 * a trip of its own. Within `read`, `requireUser` knows nobody before the session is found.
 *
 * `reading` is what `read` comes to; it fails where the caller is no reader. Throws what getSession throws.
 */
export async function getSessionAnd<P, T>(
  ctx: Ctx,
  credentials: Credentials,
  preload: Preload<P>,
  readers: Readers,
  read: (ctx: Ctx) => Promise<T>,
): Promise<{ session: Session; preloaded: P; reading: Promise<T> }> {
  const trip = startTrip(ctx.db);
  const announced: Ctx = { ...ctx, actor: { kind: "announced" }, db: trip.passengers };
  const reading = read(announced);
  // Told by whoever awaits it; nobody does when the session is refused.
  reading.catch(() => {});
  const both = sql<[P, unknown]>`json_build_array(${preload}, ${announcement(credentials, readers)})`;
  try {
    const { session, preloaded } = await getSession({ ...ctx, db: trip.driver }, credentials, both);
    Object.assign(announced, { actor: actorOf(session), db: ctx.db });
    trip.arrive();
    return { session, preloaded: preloaded[0], reading };
  } catch (error) {
    trip.cancel(error);
    throw error;
  }
}

/** The driver's first statement takes along what the passengers have asked for by then. */
function startTrip(db: Db) {
  const waiting: Waiting[] = [];
  let lookup: SQL | undefined;
  let failure: { error: unknown } | undefined;
  let answers: Answer[] = [];

  async function depart(first: SQL): Promise<Answer> {
    lookup = first;
    try {
      const [own, ...others] = await db.prepared([first, ...waiting.map(({ statement }) => statement)]);
      answers = others;
      if (others.length < waiting.length) failure = { error: new Error("nobody who may read was announced") };
      if (own) return own;
      throw new Error("a batch was answered by nothing");
    } catch (error) {
      if (isUnavailable(error) || waiting.length === 0) throw error;
      // A statement is wrong: the session alone tells who asked.
      failure = { error };
      return lookUp(first);
    }
  }

  async function lookUp(first: SQL): Promise<Answer> {
    const [own] = await db.prepared([first]);
    if (own) return own;
    throw new Error("a batch was answered by nothing");
  }

  /** A statement that was made when the caller was not known yet and missed the trip. */
  async function follow({ statement, resolve, reject }: Waiting): Promise<void> {
    try {
      const [, answer] = lookup ? await db.prepared([lookup, statement]) : [];
      if (!answer) throw new Error("a batch was answered by nothing");
      resolve(answer);
    } catch (error) {
      reject(error);
    }
  }

  const execute = (statement: SQL) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ statement, resolve, reject });
    });
  const prepared = (statements: readonly SQL[]) => Promise.all(statements.map(execute));
  return {
    passengers: { ...db, execute, prepared } as Db, // the rows are whatever the statement names, as for every other Db
    driver: {
      ...db,
      prepared: async ([first = sql``]: readonly SQL[]) => [await (lookup ? lookUp(first) : depart(first))],
    } as Db,
    /** The session was found: everybody gets their answer. */
    arrive() {
      for (const [index, each] of waiting.entries()) {
        const answer = answers[index];
        if (answer) each.resolve(answer);
        else if (failure) each.reject(failure.error);
        else void follow(each);
      }
    },
    cancel(error: unknown) {
      for (const each of waiting) each.reject(error);
    },
  };
}
