import type { Mutant } from "../mutant.ts";

const refreshTokens = "worker/domain/identity/authorization-codes/refresh-tokens.ts";
const refreshTest = "v1/sso/refresh-token.test.ts";
const hostsTest = "http/hosts.test.ts";

/** The desktop app's tokens, and a shop on several hosts. */
export const signOnMutants: Mutant[] = [
  {
    name: "a refresh token works as often as it comes",
    edits: [{ file: refreshTokens, from: "and used_at is null returning session_id", to: "returning session_id" }],
    tests: refreshTest,
    title: "ends all tokens of its family, is recorded and told to the person once",
  },
  {
    name: "a refresh token that comes again is only refused",
    edits: [
      { file: refreshTokens, from: "if (!row) await endReusedSession(ctx, hash);", to: "void endReusedSession;" },
    ],
    tests: refreshTest,
    title: "twenty times at once: one wins at most, and the family is over afterwards",
  },
  {
    name: "each renewal begins the 30 days of the desktop app anew",
    edits: [
      {
        file: "worker/domain/identity/sessions/renew-session.ts",
        from: "'hex'), last_seen_at = now(),",
        to: "'hex'), last_seen_at = now(), refresh_expires_at = now() + interval '30 days',",
      },
    ],
    tests: refreshTest,
    title: "near its end makes an access token that lives no longer than it could",
  },
  {
    name: "any host under the cookie's domain may write",
    edits: [
      {
        file: "worker/http/origin.ts",
        from: 'if (site === "same-origin" || site === "none") return;',
        to: 'if (site === "same-origin" || site === "same-site" || site === "none") return;',
      },
    ],
    tests: hostsTest,
    title: "are refused from a sibling host, however it says where it comes from, and so are sign-in and sign-out",
  },
  {
    name: "of two session cookies the first is believed",
    edits: [{ file: "worker/http/cookies.ts", from: "values.size === 1 ?", to: "values.size > 0 ?" }],
    tests: hostsTest,
    title: "is none where a second cookie of its name came along, whichever is first",
  },
  {
    name: "a name that is none of the shop's is served",
    edits: [
      {
        file: "worker/http/middleware/own-host.ts",
        from: "if (!hosts.all.includes(origin))",
        to: 'if (!hosts.all.includes(origin) && origin === "none")',
      },
    ],
    tests: hostsTest,
    title: "is misdirected, with a session and without, for pages, calls and files",
  },
  {
    name: "an unknown version of the app gets the plugins of the newest",
    edits: [
      {
        file: "worker/domain/software/builds.ts",
        from: "compare(each, { version }) < 0)",
        to: "compare(each, { version }) !== 0)",
      },
    ],
    tests: "v1/client/plugin-manifest.test.ts",
    title: "of the unknown version 5.1.99.4 is that of 5.1.0, the nearest published one below",
  },
];
