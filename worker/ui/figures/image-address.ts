/** An https URL, or a path of this shop (T5). */
export const isImageAddress = (address: string | null): address is string =>
  address !== null && /^(?:https:\/\/|\/(?![/\\]))/i.test(address);

const originOf = (address: string): string => /^https:\/\/[^/?#]+/i.exec(address)?.[0].toLowerCase() ?? "";

export const isAllowedImage = (address: string | null, origins: readonly string[]): address is string =>
  isImageAddress(address) && (address.startsWith("/") || origins.includes(originOf(address)));
