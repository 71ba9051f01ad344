import * as z from "zod/mini";
import { endpoint, reply } from "../../endpoint.ts";
import { describe, freeText, instant } from "../../fields.ts";
import { must } from "../../issue-messages.ts";

const grantTypes = ["authorization_code", "refresh_token"] as const;

/** `code` and `refresh_token` are optional in the schema, because `grant_type` determines the required one. */
const requireToken = z.check<{ grant_type: string; code?: unknown; refresh_token?: unknown }>(({ value, issues }) => {
  const name = value.grant_type === "refresh_token" ? "refresh_token" : "code";
  if (typeof value[name] === "string") return;
  issues.push({
    code: "custom",
    input: value,
    path: [name],
    message: `${name} is required where grant_type is ${value.grant_type}`,
  });
});

export const exchangeCode = endpoint({
  method: "POST",
  path: "/v1/sso/token",
  access: "public",
  body: z
    .object({
      grant_type: describe(
        z._default(
          z.enum(grantTypes, { error: `grant_type must be ${grantTypes.join(" or ")}` }),
          "authorization_code",
        ),
        "Grant to exchange (RFC 6749 sections 4.1.3 and 6)",
      ),
      code: z.nullish(freeText(128, "One-time code from the desktop link")),
      code_verifier: z.nullish(
        describe(
          z
            .string()
            .check(z.regex(/^[A-Za-z0-9._~-]{43,128}$/, { error: must("be 43 to 128 characters of RFC 7636") })),
          "PKCE verifier (RFC 7636)",
        ),
      ),
      refresh_token: z.nullish(freeText(128, "Refresh token of the newest pair")),
    })
    .check(requireToken),
  status: 200,
  reply: reply({
    access_token: describe(z.string(), "Bearer token for the Authorization header, valid for an hour"),
    token_type: z.literal("Bearer"),
    expires_at: instant("Expiry of the access token, ISO 8601 in UTC"),
    refresh_token: describe(z.string(), "Single-use token for the next pair"),
    refresh_expires_at: instant("30 days after the sign-in, ISO 8601 in UTC"),
  }),
  errors: ["INVALID_VERIFICATION_CODE"],
  tag: "Single sign-on",
  summary: "Exchange an authorization code or a refresh token for a bearer token",
  description:
    "A code is single-use, valid for 60 seconds and needs the verifier of its challenge; reuse ends the session that it created. With `grant_type` `refresh_token` a refresh token is single-use, valid until 30 days after the sign-in, and the new pair replaces the old one at once. Reusing a refresh token ends the session with all its tokens, so an app that missed the reply must sign in again. Unknown, expired, used and ended tokens get one identical reply.",
});
