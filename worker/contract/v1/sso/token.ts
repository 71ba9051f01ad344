import * as z from "zod/mini";
import { endpoint, reply } from "../../endpoint.ts";
import { described, freeText, instant } from "../../fields.ts";

export const exchangeCode = endpoint({
  method: "POST",
  path: "/v1/sso/token",
  access: "public",
  limit: "token",
  body: z.object({
    code: freeText(128, "The one-time code from the desktop link"),
    code_verifier: z.nullish(
      described(z.string().check(z.regex(/^[A-Za-z0-9._~-]{43,128}$/)), "PKCE verifier (RFC 7636)"),
    ),
  }),
  status: 200,
  reply: reply({
    access_token: described(z.string(), "Sent as Authorization: Bearer"),
    token_type: z.literal("Bearer"),
    expires_at: instant(),
  }),
  errors: ["INVALID_VERIFICATION_CODE"],
  tag: "Single sign-on",
  summary: "Exchange a desktop hand-off code for a bearer token",
  description:
    "A code works once, for 60 seconds, with the verifier of its challenge. Using it again ends the session that it made.",
});
