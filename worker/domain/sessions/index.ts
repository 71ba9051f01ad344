export { endingActing } from "./acting-ended.ts";
export { deleteOldSessions } from "./delete-old-sessions.ts";
export { isKnownBrowser, knowBrowser } from "./known-browsers.ts";
export { impersonationAbsolute } from "./lifetimes.ts";
export { renewSession } from "./renew-session.ts";
export { nameOf, noteRunOut, type Own, own, returnFromImpersonation } from "./run-out.ts";
export {
  type Checked,
  type Credentials,
  endSession,
  endSessions,
  endShownSession,
  getSession,
  listSessions,
  newSession,
  nothing,
  type Preload,
  type Session,
  type SessionDetails,
  sessionDetails,
  type SessionSummary,
  type SessionUser,
  signOut,
  signOutEverywhere,
} from "./sessions.ts";
export { isSucceeded, signOutSuccessor } from "./succeeded.ts";
export { actorOf, getSessionAnd, type Readers } from "./session-trip.ts";
export { isUsable } from "./usable.ts";
export { presence, userJson } from "./user-rows.ts";
export { endUserSession, endUserSessions, listUserSessions, type UserSession } from "./user-sessions.ts";
