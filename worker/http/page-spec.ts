import type { ReactElement, ReactNode } from "react";
import type * as z from "zod/mini";
import type { Access } from "../contract/endpoint.ts";
import type { Permission } from "../contract/people/permissions.ts";
import type { Ctx } from "../domain/context.ts";
import type { Head } from "../html/render.tsx";
import type { AppContext, Route } from "./app-env.ts";
import type { Flash } from "./flash.ts";
import type { PublicSettings } from "./public-settings.ts";
import type { Viewer } from "./viewer.ts";

/** The contract's words that a page may use. Nobody asks who looks at a `public` page. */
export type PageAccess = Extract<Access, "public" | "visitor-or-session" | "session" | Permission>;
export type ViewerOf<A extends PageAccess> = A extends "public"
  ? null
  : A extends "visitor-or-session"
    ? Viewer | null
    : Viewer;
export type Schema = z.ZodMiniType | undefined;
type Parsed<S extends Schema> = S extends z.ZodMiniType ? z.output<S> : Record<never, never>;

/** What the address and the browser say. */
type Asked<P extends Schema, Q extends Schema> = {
  url: URL;
  params: Parsed<P>;
  query: Parsed<Q>;
  settings: PublicSettings;
  setVerificationCookie(token: string): void;
  /** The fields of the plain form that the page answers, files as their text, or that it is drawn again for; else none. */
  typed: URLSearchParams;
  /** A person's browser shows the page, as opposed to a prefetcher or a mail scanner that only reads it. */
  isNavigation: boolean;
};

/**
 * What `load` works with. The statements that it issues before it awaits anything travel in the round trip of the session;
 * whatever depends on who looks, or leaves our database, first awaits `viewer()`.
 */
export type LoadInput<A extends PageAccess, P extends Schema = undefined, Q extends Schema = undefined> = Asked<
  P,
  Q
> & {
  ctx: Ctx;
  viewer(): Promise<ViewerOf<A>>;
};
export type ViewInput<
  A extends PageAccess,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  L = undefined,
> = Asked<P, Q> & {
  ctx: Ctx;
  viewer: ViewerOf<A>;
  layout: L;
  /** What a plain form left for this page; its layout tells the message. */
  flash: Flash | null;
};

/** What stands around the pages of an area; what it shows is read in the same round trip as they are. */
export type Layout<L, S extends string = string, V extends Viewer | null = Viewer | null> = {
  load?(input: { ctx: Ctx; viewer(): Promise<V>; settings: PublicSettings }): Promise<L>;
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
