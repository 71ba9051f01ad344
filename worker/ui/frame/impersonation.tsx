import { pages } from "../../contract/pages.ts";
type Person = { first_name: string; last_name: string };
type Impersonated = Person & { organization: { name: string }; impersonator: Person | null };

/** Tells an administrator as whom they act, on every page, with the way back. */
export function Impersonation({ viewer }: { viewer: Impersonated }) {
  if (!viewer.impersonator) return null;
  const { first_name, last_name } = viewer.impersonator;
  return (
    <form className="impersonation" method="post" action={pages.endImpersonation} aria-label="Impersonation">
      <p>
        {`${first_name} ${last_name}, you are acting as ${viewer.first_name} ${viewer.last_name} of ${viewer.organization.name}.`}
      </p>
      <button className="button quiet">End impersonation</button>
    </form>
  );
}
