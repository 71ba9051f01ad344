import type { FoundOrganizations, OrganizationName } from "../../../worker/domain/organizations/index.ts";
import { FindField } from "../../../worker/ui/forms/find-field.tsx";

type OrganizationFieldProps = {
  name: string;
  /** The id of the one that is chosen. */
  defaultValue: string;
  error?: string | undefined;
  found: FoundOrganizations;
  label?: string;
  /** One to go back to, with why it is offered. */
  own?: OrganizationName & { why: string };
  /** What stands for none, where none need be chosen. */
  none?: string;
  is_optional?: true;
  /** Where nothing destroys: Enter sends the form. */
  enter_sends?: true;
};

/** One of all organizations; what is found and called how comes from `findOrganizations`. */
export function OrganizationField({ defaultValue, found, own, none, label, ...field }: OrganizationFieldProps) {
  const others = found.named.filter(({ id }) => id === found.chosen && id !== own?.id);
  return (
    <FindField
      {...field}
      label={label ?? "Organization"}
      what={["organization", "organizations"]}
      found={found}
      offered={[...(own ? [own] : []), ...others]}
      chosen={defaultValue}
      {...(none !== undefined && { none: { name: none } })}
    />
  );
}
