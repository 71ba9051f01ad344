import type { Kind } from "./headers.ts";

/** A page as bytes, where in them its id stands, and how it is sent. */
type Template = { bytes: Uint8Array<ArrayBuffer>; places: number[]; kind: Kind };

const templates = new Map<string, Template>();
const encoder = new TextEncoder();

/** Keeps a page that is the same for every visitor but for its id. */
export function keep(path: string, kind: Kind, render: (nonceId: string) => string): void {
  const id = crypto.randomUUID();
  const html = render(id);
  const lengths = html.split(id).map((part) => encoder.encode(part).length);
  let end = 0;
  const places = lengths.slice(0, -1).map((length, i) => (end += length + (i > 0 ? id.length : 0)));
  templates.set(path, { bytes: encoder.encode(html), places, kind });
}

/** A page that was rendered before, with a new unguessable id (safety T5). */
export function findKept(path: string): { html: Uint8Array<ArrayBuffer>; kind: Kind } | undefined {
  const template = templates.get(path);
  if (!template) return undefined;
  const html = template.bytes.slice();
  const id = encoder.encode(crypto.randomUUID());
  for (const place of template.places) html.set(id, place);
  return { html, kind: template.kind };
}
