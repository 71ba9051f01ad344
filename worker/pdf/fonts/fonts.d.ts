declare module "*.ttf?inline" {
  /** A data URL. */
  const url: string;
  export default url;
}
