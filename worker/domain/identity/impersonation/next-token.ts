import type { Ctx } from "../../context.ts";
import { newToken, successorToken } from "../../platform/index.ts";

/** The session token with which a form was rendered; undefined for calls of the API. */
export type FormToken = string | undefined;

/** The period in which a repeated form counts as a double submit; a Postgres interval. */
export const resubmitWindow = "1 minute";

/**
 * The next token of a form is derived from its current one, so that two submits of the form lead to the same session
 * even if the first response is lost. API calls get a random token.
 */
export const nextToken = async (
  ctx: Ctx,
  formToken: FormToken,
  purpose: `act-as:${string}` | `refresh:${string}` | "return",
): Promise<string> =>
  formToken === undefined ? newToken() : successorToken(ctx.settings.CODE_PEPPER, formToken, purpose);
