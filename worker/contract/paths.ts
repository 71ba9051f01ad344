/** Names that the browser and the server share; pure data, 0 bytes of validation code. */

export const clientIds = ["flowpoint-win", "crunchbox", "crunchbox-admin"] as const;
export const ssoClientIds = [...clientIds, "crunchbox-sso"] as const;
export const captchaActions = ["signIn", "recoverPassword", "requestAccount"] as const;

export type ClientId = (typeof clientIds)[number];
export type SsoClientId = (typeof ssoClientIds)[number];
export type CaptchaAction = (typeof captchaActions)[number];

export const storefrontClient: ClientId = "crunchbox";
export const desktopClient: ClientId = "flowpoint-win";
export const adminClient: ClientId = "crunchbox-admin";

/** The call that leads to the newest published desktop app (`downloadSoftware`). */
export const flowpointDownload = "/v1/client/software/flowpoint/download";

export const captchaHeader = "x-captcha-token";
export const versionHeader = "x-version";

/** How long a form alert stays, and how long the browser keeps what it read, in milliseconds. */
export const alertMs = 4000;
export const cacheMs = 60_000;

export const isClientId = (text: string): text is ClientId => clientIds.some((id) => id === text);
