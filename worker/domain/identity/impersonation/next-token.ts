import type { Ctx } from "../../context.ts";
import { newToken, successorToken } from "../../platform/index.ts";

/** The token that a form showed; undefined for calls. */
export type Shown = string | undefined;

/** In which a form is taken for one that was sent twice; a Postgres interval. */
export const sentAgain = "1 minute";

/**
 * The token for which the shown one is exchanged. A form may be sent twice, and its first answer be lost: the next token then
 * belongs to the one that it showed, so that both lead to the same session. A call gets a random one, and is answered once.
 */
export const nextToken = async (ctx: Ctx, shown: Shown, purpose: `act-as:${string}` | "return"): Promise<string> =>
  shown === undefined ? newToken() : successorToken(ctx.settings.CODE_PEPPER, shown, purpose);
