import { findCallHref } from "../catalog.ts";

export function CallLink({ verb }: { verb: string }) {
  const href = findCallHref(verb);
  return href === undefined ? <code>{verb}</code> : <a href={href}>{verb}</a>;
}
