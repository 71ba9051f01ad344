import { hrefOfCall } from "../catalog.ts";

export function CallLink({ verb }: { verb: string }) {
  const href = hrefOfCall(verb);
  return href === undefined ? <code>{verb}</code> : <a href={href}>{verb}</a>;
}
