/** Names of the client build's files; the build writes it. */
declare module "virtual:assets" {
  const assets: {
    stylesheets: Record<"account" | "site", { href?: string; text?: string; hash?: string }>;
    islands: Record<string, { script: string; preload: string[] }>;
  };
  export default assets;
}
