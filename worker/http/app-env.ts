import type { Context, Handler } from "hono";
import type { Session, SessionDetails } from "../domain/identity/index.ts";
import type { Ctx } from "../domain/context.ts";
import type { CoarseLimit } from "../env.ts";

/** The signed-in user of a page, for display. */
export type Viewer = {
  user_id: string;
  email: string;
  first_name: string;
  last_name: string;
  roles: SessionDetails["user"]["roles"];
  organization: { id: string; name: string; price_level_name: string | null };
  /** The impersonating administrator, the reason, and the latest end. */
  impersonator: { first_name: string; last_name: string; reason: string | null; expires_at: string } | null;
  /** The last bounce of a mail; null if it arrived. */
  email_return: SessionDetails["user"]["email_return"];
};

/** What every request leaves behind beside its line in the log; worker/index.ts connects it. */
export type Monitor = {
  /** Counts the request once its answer has begun. Never throws. */
  record(ctx: Ctx, request: { route: string; status: number; ms: number }): void;
  /** The network of a caller, by which lines of the log can be grouped without an address. */
  hashNetwork(ctx: Ctx): Promise<string>;
  /** Resolves once the queue has taken a message. */
  askQueue(): Promise<unknown>;
};

/** Variables of a request; `session` and `viewer` are set by the session lookup. */
export type AppEnv = {
  Bindings: { ctx: Ctx; version: string; coarse_limit?: CoarseLimit | undefined; monitor: Monitor };
  Variables: {
    ctx: Ctx;
    request_id: string;
    session?: Session;
    /** Cookie of a session that has ended, to be dropped from the browser. */
    ended_token?: string | undefined;
    /** The bot check had no token or is unavailable, where the contract allows a replacement (captcha.ts). */
    is_unchecked?: boolean;
    viewer?: Viewer;
    added_headers?: [name: string, value: string][];
  };
};
export type AppContext = Context<AppEnv>;
export type AppHandler = Handler<AppEnv>;

/** One mounted URL: an API call or a page. */
export type Route = { method: string; path: string; handle: AppHandler };

/** Part of the site map: URLs equal to or below one of `under`; loaded by the first request to it. */
export type Area = { under: readonly string[]; load(): Promise<readonly Route[]> };
