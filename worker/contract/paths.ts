/** This module must stay free of validation code, because browsers load it. */

export const clientIds = ["flowpoint-win", "crunchbox", "crunchbox-admin"] as const;
export const ssoClientIds = [...clientIds, "crunchbox-sso"] as const;
export const captchaActions = ["signIn", "recoverPassword", "requestAccount"] as const;

export type ClientId = (typeof clientIds)[number];
export type SsoClientId = (typeof ssoClientIds)[number];
export type CaptchaAction = (typeof captchaActions)[number];

export const storefrontClient: ClientId = "crunchbox";
export const desktopClient: ClientId = "flowpoint-win";
export const adminClient: ClientId = "crunchbox-admin";

export const flowpointDownload = "/v1/client/software/flowpoint/download";

export const idempotencyKeyMax = 255;

export const releaseFile = "/release.json";

export const captchaHeader = "x-captcha-token";
/** The worker's version; with a license agreement, the version of its text. */
export const versionHeader = "x-version";

/** Display time of a form alert and lifetime of the browser's cache, in milliseconds. */
export const alertMs = 4000;
export const cacheMs = 60_000;

export const isClientId = (text: string): text is ClientId => clientIds.some((id) => id === text);
