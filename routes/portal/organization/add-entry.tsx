import { entriesMax } from "../../../worker/contract/people/organization-fields.ts";

export function AddEntryLink({ is_full, href, label }: { is_full: boolean; href: string; label: string }) {
  if (is_full) return <p>There are {entriesMax}, the maximum. Remove one first.</p>;
  return (
    <a className="button quiet" href={href}>
      {label}
    </a>
  );
}
