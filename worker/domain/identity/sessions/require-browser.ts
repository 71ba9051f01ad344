import { forbidden } from "../../../contract/errors.ts";
import { type Ctx, requireUser, type UserActor } from "../../context.ts";

/**
 * The user, in a browser: a desktop token neither makes its successor nor changes the address of its account, or a
 * stolen one would last. @throws USR_NOT_AUTHORIZED
 */
export function requireBrowser(ctx: Ctx): UserActor {
  const actor = requireUser(ctx);
  if (actor.session_kind !== "cookie") throw forbidden("USR_NOT_AUTHORIZED");
  return actor;
}
