import type { OrganizationChoices, OrganizationName } from "../../../worker/domain/organizations/index.ts";
import { FindField } from "../../../worker/ui/forms/find-field.tsx";

type OrganizationFieldProps = {
  name: string;
  defaultValue: string;
  error?: string | undefined;
  organizations: OrganizationChoices;
  label?: string;
  own?: OrganizationName & { why: string };
  /** Label of the empty option; undefined if an organization is required. */
  none?: string;
  is_optional?: true;
  /** Enter submits the form; only for forms that destroy nothing. */
  enter_sends?: true;
};

/** `organizations` is the result of `findOrganizations`. */
export function OrganizationField({ defaultValue, organizations, own, none, label, ...field }: OrganizationFieldProps) {
  const chosenOrganizations = organizations.named.filter(({ id }) => id === organizations.chosen && id !== own?.id);
  return (
    <FindField
      {...field}
      label={label ?? "Organization"}
      what={["organization", "organizations"]}
      result={organizations}
      offered={[...(own ? [own] : []), ...chosenOrganizations]}
      chosen={defaultValue}
      {...(none !== undefined && { none: { name: none } })}
    />
  );
}
