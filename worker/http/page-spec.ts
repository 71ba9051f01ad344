import type { ReactElement, ReactNode } from "react";
import type * as z from "zod/mini";
import type { Access } from "../contract/endpoint.ts";
import type { Permission } from "../contract/people/permissions.ts";
import type { Ctx, ReadCtx } from "../domain/context.ts";
import type { Head } from "../html/render.tsx";
import type { AppContext, Route } from "./app-env.ts";
import type { Flash } from "./flash.ts";
import type { PublicSettings } from "./public-settings.ts";
import type { Viewer } from "./viewer.ts";

/** Access of pages; the session of a `public` page is not looked up. */
export type PageAccess = Extract<Access, "public" | "visitor-or-session" | "session" | Permission>;
export type ViewerOf<A extends PageAccess> = A extends "public"
  ? null
  : A extends "visitor-or-session"
    ? Viewer | null
    : Viewer;
export type Schema = z.ZodMiniType | undefined;
type Parsed<S extends Schema> = S extends z.ZodMiniType ? z.output<S> : Record<never, never>;

type PageRequest<P extends Schema, Q extends Schema> = {
  url: URL;
  params: Parsed<P>;
  query: Parsed<Q>;
  settings: PublicSettings;
  setVerificationCookie(token: string): void;
  /** Fields of the form that this page replies to or is drawn again for, files as their text; empty otherwise. */
  typed: URLSearchParams;
  /** A browser shows the page; false for prefetches and mail scanners. */
  isNavigation: boolean;
};

/**
 * Input of `load`. Statements issued before `load` awaits anything are sent with the session lookup. `viewer()` waits for
 * the lookup and for access; calls to providers come after it.
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
  /** Message of the form that led to this page; shown by the layout. */
  flash: Flash | null;
};

/** The frame around the pages of an area; its `load` is batched with theirs. */
export type Layout<L, S extends string = string, V extends Viewer | null = Viewer | null> = {
  load?(input: { ctx: ReadCtx; viewer(): Promise<V>; settings: PublicSettings }): Promise<L>;
  view(props: LayoutProps<L, S, V>): ReactElement;
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
  /** "POST": the answer to a plain form that needs no script; only our own pages may send it (T8). */
  method?: "POST";
  /** Of a page that answers a form: the most bytes of the form, which is read then. */
  form_bytes_max?: number;
  /** The address alone is what allows it, and no cookie is looked at: the form may stand on any site, or be a mail program's. */
  from_anywhere?: A extends "public" ? true : never;
  access: A;
  /** Refused while an administrator acts as its reader, who alone may see it (T13). */
  not_impersonated?: true | undefined;
  /** A path whose parts do not parse leads nowhere. */
  params?: P;
  /** Of the contract's call; what does not parse is left out. */
  query?: Q;
  /** What the query means where it says nothing, when that is not what the contract says. */
  usual_query?: Record<string, string>;
  /** Rows of a page, where the address counts pages in place of the query's limit and offset. */
  page_size?: number;
  /** By what its HTML is kept for visitors: "page" depends on path and settings alone, "visitors" is kept 60 s (http/cache.ts). */
  cache?: "page" | "visitors" | undefined;
  layout?: Layout<L, S, ViewerOf<A>>;
  /** Which part of the layout's navigation the page belongs to. */
  section?: S;
  load?: (input: LoadInput<A, P, Q>) => Promise<D>;
  head: (data: D, input: ViewInput<A, P, Q, L>) => Head;
  view: (data: D, input: ViewInput<A, P, Q, L>) => ReactElement;
};

/**
 * A page's route, and the page as the answer to a form of its own with what was typed: 422 where the form was refused, 200 where
 * it only asked to find something.
 */
export type PageRoute = Route & { drawAgain: (c: AppContext, flash: Flash) => Promise<Response> };

/** Thrown to show the not-found view from anywhere below a page. */
export class PageNotFound extends Error {}

/** Thrown to lead elsewhere from anywhere below a page. */
export class Redirect extends Error {
  readonly location: string;
  constructor(location: string) {
    super("redirect");
    this.location = location;
  }
}
