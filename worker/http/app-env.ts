import type { Context, Handler } from "hono";
import type { Session, SessionDetails } from "../domain/identity/index.ts";
import type { Ctx } from "../domain/context.ts";
import type { CoarseLimit } from "../env.ts";

/** Who looks at a page, as pages show them. */
export type Viewer = {
  user_id: string;
  email: string;
  first_name: string;
  last_name: string;
  roles: SessionDetails["user"]["roles"];
  organization: { id: string; name: string; price_level_name: string | null };
  /** Who really looks, why, and until when at the latest. */
  impersonator: { first_name: string; last_name: string; reason: string | null; expires_at: string } | null;
  /** How the last mail to them came back; null when it arrived. */
  email_return: SessionDetails["user"]["email_return"];
};

/** What the middleware leaves for routes; `session` once an access rule looked one up. */
export type AppEnv = {
  Bindings: { ctx: Ctx; coarse_limit?: CoarseLimit | undefined };
  Variables: {
    ctx: Ctx;
    request_id: string;
    session?: Session;
    preloaded?: unknown;
    /** The cookie of a session that was refused, which the browser forgets. */
    ended_token?: string | undefined;
    /** The bot check gave no token, or cannot be reached; only where the contract knows something else (captcha.ts). */
    is_unchecked?: boolean;
    /** Who looks at the page, once that is known. */
    viewer?: Viewer;
    added_headers?: [name: string, value: string][];
  };
};
export type AppContext = Context<AppEnv>;
export type AppHandler = Handler<AppEnv>;

/** One mounted URL: an API call or a page. */
export type Route = { method: string; path: string; handle: AppHandler };

/** A part of the site map: every URL of it is one of `under` or below it. It is evaluated when it is first asked for. */
export type Area = { under: readonly string[]; load(): Promise<readonly Route[]> };
