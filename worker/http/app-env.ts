import type { Context, Handler } from "hono";
import type { SentFile } from "../contract/endpoint.ts";
import type { FactorsToProve, Proof, Session, SessionDetails } from "../domain/identity/index.ts";
import type { Ctx } from "../domain/context.ts";
import type { CoarseLimit } from "../env.ts";

/** `proof` is the code or password that confirms a protected act. */
export type SentForm = { fields: URLSearchParams; file?: SentFile | undefined; proof?: Proof };
export type Question = {
  fields: readonly (readonly [name: string, value: string])[];
  /** Message about the refused proof; undefined if no proof was sent. */
  problem: string | undefined;
  /** Whether the form can be shown again with its input. */
  can_cancel: boolean;
};

/** Form of a user whose session has ended, with its input. */
export type UnsentForm = Pick<Question, "fields"> & { sign_in_href: string };

export type Viewer = {
  user_id: string;
  email: string;
  first_name: string;
  last_name: string;
  roles: SessionDetails["user"]["roles"];
  /** Only administrators have a preset. */
  preset: SessionDetails["preset"];
  organization: { id: string; name: string; price_level_name: string | null };
  /** `expires_at` is the latest end of the impersonation. */
  impersonator: { first_name: string; last_name: string; reason: string | null; expires_at: string } | null;
  email_return: SessionDetails["user"]["email_return"];
};

export type StaffViewer = Viewer & { preset: NonNullable<Viewer["preset"]> };

/** Metrics, network hash and queue probe of a request, implemented by worker/index.ts. */
export type Monitor = {
  /** Records a request when its reply is ready, before the reply is sent. Never throws. */
  record(ctx: Ctx, request: { route: string; status: number; ms: number }): void;
  hashNetwork(ctx: Ctx): Promise<string>;
  probeQueue(): Promise<unknown>;
};

/** The session lookup sets `session`; for pages it also sets `viewer`. */
export type AppEnv = {
  Bindings: { ctx: Ctx; version: string; coarse_limit?: CoarseLimit | undefined; monitor: Monitor };
  Variables: {
    ctx: Ctx;
    request_id: string;
    session?: Session | undefined;
    /** Set by the access check of protected acts; empty after a fresh sign-in. */
    factors_to_prove?: FactorsToProve | undefined;
    /** Current values of the protected fields, for calls that are protected acts only if they change one. */
    protected_fields?: Readonly<Record<string, unknown>> | undefined;
    /** Cached form, because a form that needs a proof is handled twice and the body can be read only once. */
    sent_form?: SentForm;
    /** Form that asks for a fresh sign-in (ADR-083); app.tsx shows it in place of the page. */
    question?: Question;
    /** Form that can be sent again after a sign-in; app.tsx shows it in place of the sign-in page. */
    unsent_form?: UnsentForm;
    /** Token of the session that a fresh sign-in created in this request; it replaces the cookie's. */
    session_token?: string;
    /** Token of an ended session; `clearEndedCookie` removes its cookie unless the session has a successor. */
    ended_token?: string | undefined;
    /** No bot check was passed, so the use case must require the contract's replacement (captcha.ts). */
    is_unchecked?: boolean;
    viewer?: Viewer;
    added_headers?: [name: string, value: string][];
  };
};
export type AppContext = Context<AppEnv>;
export type AppHandler = Handler<AppEnv>;

export type Route = { method: string; path: string; handle: AppHandler };

/** Routes at or below the paths in `under`, loaded by the first request to one of them. */
export type RouteArea = { under: readonly string[]; load(): Promise<readonly Route[]> };
