import * as z from "zod/mini";
import { endpoint } from "../../endpoint.ts";
import { describe, freeText } from "../../fields.ts";
import { must } from "../../issue-messages.ts";
import { ssoClientIds } from "../../paths.ts";

const query = z.object({
  redirect_uri: z.optional(freeText(2048, "Redirect target; only registered targets of the client are accepted")),
  state: z.optional(freeText(512, "Returned to the desktop app unchanged")),
  code_challenge: z.optional(
    describe(
      z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, { error: must("be 43 characters of base64url (RFC 7636)") })),
      "PKCE challenge (RFC 7636), base64url of a SHA-256; the desktop app gets a code only with one",
    ),
  ),
  code_challenge_method: z.optional(z.literal("S256")),
});

const callDefaults = {
  method: "GET",
  access: "navigation",
  query,
  status: 302,
  errors: ["USR_NOT_AUTHORIZED"],
  tag: "Single sign-on",
} as const;

export const authorize = endpoint({
  ...callDefaults,
  path: "/v1/sso/authorize",
  summary: "Redirect a signed-in user to the storefront",
  description: "Uses the client crunchbox-sso.",
});

export const authorizeClient = endpoint({
  ...callDefaults,
  path: "/v1/sso/authorize/{client}",
  params: z.object({ client: z.enum(ssoClientIds) }),
  summary: "Redirect a signed-in user to a client",
  description:
    "Browser navigation: redirects to the sign-in page without a session. The desktop client is opened through its custom scheme with a one-time code, valid for 60 seconds and exchanged at /v1/sso/token. Without a code_challenge it is opened with error=invalid_request. A desktop token gets no code.",
});
