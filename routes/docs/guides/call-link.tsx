import { hrefOfCall } from "../catalog.ts";

/** The name of a call, leading to where it is described. */
export function CallLink({ verb }: { verb: string }) {
  const href = hrefOfCall(verb);
  return href === undefined ? <code>{verb}</code> : <a href={href}>{verb}</a>;
}
