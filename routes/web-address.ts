/** Links of providers are shown only if they are http or https URLs, so that none can run a script. */
export const isWebAddress = (url: string | null): url is string => url !== null && /^https?:\/\//.test(url);
