import { CheckboxList } from "../../../islands/ui/fields/checkbox-list.tsx";
import { roleNames, roleMessages } from "../../../worker/contract/people/role-labels.ts";
import { basicRole, rolesByManagers } from "../../../worker/contract/people/permissions.ts";
import type { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";

export function RoleFields({ list }: Pick<ReturnType<typeof buildFieldProps>, "list">) {
  return (
    <>
      <input type="hidden" name="roles" value={basicRole} />
      <CheckboxList
        {...list("roles")}
        label="Roles"
        options={rolesByManagers.map((role) => [role, roleNames[role], roleMessages[role]] as const)}
        hint={`Everybody ${roleMessages[basicRole].replace("Sees", "sees")}`}
      />
    </>
  );
}
