/** Whether an address may stand in an image: https, or a file of ours (T5). */
export const isImageAddress = (address: string | null): address is string =>
  address !== null && /^(?:https:\/\/|\/(?![/\\]))/i.test(address);

const originOf = (address: string): string => /^https:\/\/[^/?#]+/i.exec(address)?.[0].toLowerCase() ?? "";

/** Whether the page's policy lets a picture in: one of ours, or of a host that the shop's settings name. */
export const isLetIn = (address: string | null, origins: readonly string[]): address is string =>
  isImageAddress(address) && (address.startsWith("/") || origins.includes(originOf(address)));
