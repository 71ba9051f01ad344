import type { RecordedCall } from "./demo-calls.ts";

/** All recordings get this date. */
const recordingDay = Date.UTC(2026, 10, 20, 9);
const roundMs = 600_000;
const dayMs = 86_400_000;
const textMax = 160;
const rowsMax = 2;

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
/** Midnight marks a date of the input, not an instant of the recording. */
const midnight = "T00:00:00.000Z";
const mailedCode = /^[A-Z0-9]{6}$/;
/** Codes of text messages are all digits. */
const exampleCode = (code: string): string => (/^\d{6}$/.test(code) ? "123456" : "CODE00");
const seededId = /^01900000-0000-7000-8000-/;
const providerId =
  /\b(cus|pi|pm|in|il|cs|sub|seti|ch|re|bps|txr)_(?!seed)(?:test_)?(?=[A-Za-z]*\d|[A-Za-z]{20})[A-Za-z0-9]{6,}\b/g;

/**
 * Removes secrets and differences between recordings: moves the recording to one day, numbers ids, replaces hosts and
 * links, cuts long texts and lists.
 */
export function createNormalizer({ startedAt, hosts }: { startedAt: number; hosts: string[] }) {
  const ids = new Map<string, string>();
  const numberId = (id: string, name: (number: number) => string): string => {
    const known = ids.get(id) ?? name(ids.size + 1);
    ids.set(id, known);
    return known;
  };

  const toInstant = (text: string): string => {
    const shiftedMs = Date.parse(text) - startedAt + recordingDay;
    // Demo data determines the day of a time but not the hour, so times on other days are reduced to their day.
    const days = Math.round((shiftedMs - recordingDay) / dayMs);
    return new Date(days === 0 ? Math.round(shiftedMs / roundMs) * roundMs : recordingDay + days * dayMs).toISOString();
  };

  const toText = (text: string): string => {
    if (instant.test(text)) return text.endsWith(midnight) ? text : toInstant(text);
    const normalized = hosts
      .reduce(
        (rest, host, at) => rest.replaceAll(host, at === 0 ? "https://shop.example.com" : "https://pay.example.com"),
        text,
      )
      .replace(/http:\/\/localhost:\d+/g, "https://shop.example.com")
      .replace(uuid, (id) =>
        seededId.test(id) ? id : numberId(id, (n) => `01900000-0000-7000-8000-0000009${String(n).padStart(5, "0")}`),
      )
      .replace(providerId, (id, kind: string) => numberId(id, (n) => `${kind}_${String(n).padStart(4, "0")}`))
      .replace(/\/files\/[^/]+\//, "/files/SIGNED-LINK/")
      .replace(/(\/(?:setup|verify|verify-email)\/[^/]+\/)[A-Z0-9]{6}$/, "$1CODE00")
      .replace(/p-[0-9a-f-]{13}@example\.test/g, "ada.lovelace@globex.test")
      .replace(/\bOrg-[0-9a-f-]{13}/g, "Umbra Optics")
      .replace(/\bPerson-[0-9a-f-]{13}/g, "Lovelace")
      .replace(/^[A-Z0-9]{8}-(\d{4})$/, "A1B2C3D4-$1")
      .replace(/\bCGX-P[0-9a-f]{8}\b/g, "CGX-PRISM2")
      // the build's hash
      .replace(/^[0-9a-f]{8}$/, "1a2b3c4d")
      .replace(/^[0-9a-f]{32}$/, "0123456789abcdef0123456789abcdef")
      // the domain of passkeys, their challenges, and secrets of authenticator apps
      .replace(/^localhost$/, "shop.example.com")
      .replace(/^[\w-]{43}$/, "Y2hhbGxlbmdlLWNoYWxsZW5nZS1jaGFsbGVuZ2UtMDE")
      .replace(/\b[A-Z2-7]{32}\b/g, "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP");
    return normalized.length > textMax ? `${normalized.slice(0, textMax - 1)}…` : normalized;
  };

  const toValue = (value: unknown): unknown => {
    if (typeof value === "string") return toText(value);
    if (Array.isArray(value)) return value.slice(0, rowsMax).map(toValue);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        toText(name),
        name === "code" && mailedCode.test(String(inner)) ? exampleCode(String(inner)) : toValue(inner),
      ]),
    );
  };

  return (recorded: RecordedCall): RecordedCall => Object(toValue(recorded));
}
