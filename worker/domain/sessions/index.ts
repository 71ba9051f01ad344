export { cleanUp } from "./clean-up.ts";
export { authorizeClient, exchangeCode } from "./hand-off.ts";
export { endImpersonation, startImpersonation } from "./impersonation.ts";
export { isKnownBrowser, knowBrowser } from "./known-browsers.ts";
export { redirectTarget } from "./redirect-target.ts";
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
export { actorOf, getSessionAnd, type Readers } from "./session-trip.ts";
export { userJson } from "./user-rows.ts";
