function parseGroups(address: string): number[] | undefined {
  const [plain = ""] = address.split("%");
  // RFC 4291: the last 32 bits may be written as an IPv4 address.
  const hex = plain.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [before = "", after, ...more] = hex.split("::");
  if (more.length > 0) return undefined;
  const [left, right] = [before, after ?? ""].map((part) => (part === "" ? [] : part.split(":")));
  const groups = [...(left ?? []), ...(right ?? [])];
  const missing = 8 - groups.length;
  if (after === undefined ? missing !== 0 : missing < 1) return undefined;
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return [...(left ?? []), ...Array<string>(missing).fill("0"), ...(right ?? [])].map((group) => parseInt(group, 16));
}

/**
 * The network that rate limits count for an address, whatever its spelling: an IPv6 customer owns a /64 (RFC 6177), an
 * IPv4 address may come mapped into IPv6 (RFC 4291). Invalid addresses count as they are.
 */
export function toNetwork(address: string): string {
  if (!address.includes(":")) return address;
  const groups = parseGroups(address);
  if (!groups) return address;
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":");
}
