/** Pages for whoever builds the product; a deployment has none (tools/vite/local-pages.ts). */
declare module "virtual:local-pages" {
  export const localAreas: import("../http/app-env.ts").Area[];
}

/** The client build's files; the build writes it. */
declare module "virtual:assets" {
  /** Linked, or written into the page, where the content security policy allows it by its hash. */
  export type Stylesheet = { href: string } | { css: string; hash: string };
  const assets: {
    stylesheets: { account: Stylesheet; admin: Stylesheet; docs: Stylesheet; site: Stylesheet };
    /** The script that comes before all islands. */
    early: string;
    /** The script of a list with keys and a box that selects every row. */
    lists: string;
    /** The script of the API's documentation: copying, the language of examples, the place in the navigation. */
    reference: string;
    /** The script of buttons that copy or print. */
    buttons: string;
    /** The script of the search in the console's header. */
    console: string;
    /** The script that reports errors of the page. */
    errors: string;
    /** Names this build of what runs in browsers. */
    release: string;
    islands: Record<string, { script: string; preload: string[] }>;
  };
  export default assets;
}
