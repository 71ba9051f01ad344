import type { ReactElement, ReactNode } from "react";
import type * as z from "zod/mini";
import type { Access } from "../contract/endpoint.ts";
import type { ConsoleAccess, Permission } from "../contract/people/permissions.ts";
import type { Ctx, ReadCtx } from "../domain/context.ts";
import type { Head } from "../html/render.tsx";
import type { AppContext, Route } from "./app-env.ts";
import type { Dependency } from "./cache.ts";
import type { Flash } from "./flash.ts";
import type { PublicSettings } from "./public-settings.ts";
import type { StaffViewer, Viewer } from "./viewer.ts";

/** The session of a `public` page is not looked up. */
export type PageAccess = Extract<Access, "public" | "visitor-or-session" | "session" | Permission>;
export type ViewerOf<A extends PageAccess> = A extends "public"
  ? null
  : A extends "visitor-or-session"
    ? Viewer | null
    : A extends ConsoleAccess
      ? StaffViewer
      : Viewer;
export type Schema = z.ZodMiniType | undefined;
type OutputOf<S extends Schema> = S extends z.ZodMiniType ? z.output<S> : Record<never, never>;

type PageRequest<P extends Schema, Q extends Schema> = {
  url: URL;
  params: OutputOf<P>;
  query: OutputOf<Q>;
  settings: PublicSettings;
  setVerificationCookie(token: string): void;
  /** Secret that binds a sign-in challenge to this browser. */
  challenge_browser: string | undefined;
  /** Form fields that this page replies to or shows again, files as text; otherwise empty. */
  typed: URLSearchParams;
  /** Whether a browser navigates to the page; false for prefetches, and for mail scanners that are no browsers. */
  isNavigation: boolean;
};

/**
 * Statements that `load` issues before its first await are batched with the session lookup. `viewer()` awaits lookup
 * and access; provider calls come after it.
 */
export type LoadInput<A extends PageAccess, P extends Schema = undefined, Q extends Schema = undefined> = PageRequest<
  P,
  Q
> & {
  ctx: A extends "public" ? Ctx : ReadCtx;
  viewer(): Promise<ViewerOf<A>>;
};
export type ViewInput<
  A extends PageAccess,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  L = undefined,
> = PageRequest<P, Q> & {
  ctx: Ctx;
  viewer: ViewerOf<A>;
  layout: L;
  flash: Flash | null;
};

/** Frame around an area's pages; its `load` is batched with theirs. */
export type Layout<L, S extends string = string, V extends Viewer | null = Viewer | null> = {
  // properties, because method parameters are bivariant: a page without console access could take the console's frame
  load?: (input: { ctx: ReadCtx; viewer(): Promise<V>; settings: PublicSettings }) => Promise<L>;
  view: (props: LayoutProps<L, S, V>) => ReactElement;
};
export type LayoutProps<L, S extends string = string, V extends Viewer | null = Viewer | null> = {
  layout: L;
  viewer: V;
  settings: PublicSettings;
  url: URL;
  section: S | undefined;
  flash: Flash | null;
  children: ReactNode;
};

export type PageSpec<A extends PageAccess, P extends Schema, Q extends Schema, D, L, S extends string> = {
  path: string;
  /** For a page that replies to a plain form, of our own pages alone (T8) unless `from_anywhere` is set. */
  method?: "POST";
  form_bytes_max?: number;
  /**
   * A form on any site or in a mail program may post to this page: cookies are ignored, and the URL itself is the
   * authorization.
   */
  from_anywhere?: A extends "public" ? true : never;
  access: A;
  /** Refused during an impersonation (T13). */
  not_impersonated?: true | undefined;
  /** Path parameters; invalid ones answer 404. */
  params?: P;
  /** Query parameters; invalid ones are ignored, and a missing required one answers 404. */
  query?: Q;
  /** Defaults that differ from the contract's. */
  usual_query?: Record<string, string>;
  /** Rows per page; the URL then has `page`, counted from 1, instead of limit and offset. */
  page_size?: number;
  /** See http/cache.ts; "page" depends on path, query and settings alone. */
  cache?: "page" | Dependency | undefined;
  layout?: Layout<L, S, ViewerOf<A>>;
  section?: S;
  load?: (input: LoadInput<A, P, Q>) => Promise<D>;
  head: (data: D, input: ViewInput<A, P, Q, L>) => Head;
  view: (data: D, input: ViewInput<A, P, Q, L>) => ReactElement;
};

/** `drawAgain` shows the page with submitted input: 422 after a refusal, 200 after a search or a canceled proof. */
export type PageRoute = Route & { drawAgain: (c: AppContext, flash: Flash) => Promise<Response> };

/** The `cause` is the failure that the page hides, such as a refusal in the console. */
export class PageNotFound extends Error {}

export class Redirect extends Error {
  readonly location: string;
  constructor(location: string) {
    super("redirect");
    this.location = location;
  }
}
