/** Whether an address may stand in an image: https, or a file of ours (T5). */
export const isImageAddress = (address: string | null): address is string =>
  address !== null && /^(?:https:\/\/|\/(?![/\\]))/i.test(address);
