/** Names of the client build's files; the build writes it. */
declare module "virtual:assets" {
  const assets: {
    stylesheets: { account: string; site: string };
    islands: Record<string, { script: string; preload: string[] }>;
  };
  export default assets;
}
