/** Two UUIDs of version 8 (RFC 9562, 5.8), always the same for the same text. */
export async function deriveUuids(text: string): Promise<[string, string]> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [toUuid(bytes.subarray(0, 16)), toUuid(bytes.subarray(16))];
}

function toUuid(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
