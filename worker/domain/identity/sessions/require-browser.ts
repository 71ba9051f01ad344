import { forbidden } from "../../../contract/errors.ts";
import { type Ctx, requireUser, type UserActor } from "../../context.ts";

/**
 * Returns the user of a browser session. A desktop token may neither create its successor nor change the address or
 * factors of its account, because a stolen one would then keep working. @throws USR_NOT_AUTHORIZED
 */
export function requireBrowser(ctx: Ctx): UserActor {
  const actor = requireUser(ctx);
  if (actor.session_kind !== "cookie") throw forbidden("USR_NOT_AUTHORIZED");
  return actor;
}
