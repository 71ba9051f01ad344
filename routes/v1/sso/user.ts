import * as contract from "../../../worker/contract/v1/sso/user.ts";
import {
  confirmEmailChange,
  finishSetUp,
  requestEmailChange,
  sessionDetails,
} from "../../../worker/domain/identity/index.ts";
import { updateProfile } from "../../../worker/domain/people/index.ts";
import { dropCookie, readCookie, writeBrowserCookie } from "../../../worker/http/cookies.ts";
import { serveAll, withPreload } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  getProfile: withPreload(sessionDetails, async (_ctx, _input, _c, details) => details?.user),
  updateProfile: (ctx, { body }) => updateProfile(ctx, body),
  finishSetUp: async (ctx, { body }, c) => {
    const { browser_token } = await finishSetUp(ctx, { token: readCookie(c, "verify") ?? "", ...body });
    writeBrowserCookie(c, browser_token);
    dropCookie(c, "verify");
  },
  requestEmailChange: (ctx, { body }) => requestEmailChange(ctx, body),
  confirmEmailChange: async (ctx, _input, c) => {
    const changed = await confirmEmailChange(ctx, { token: readCookie(c, "verify") ?? "" });
    dropCookie(c, "verify");
    dropCookie(c, "session");
    return changed;
  },
});
