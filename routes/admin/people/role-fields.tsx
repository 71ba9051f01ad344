import { CheckboxList } from "../../../islands/ui/fields/checkbox-list.tsx";
import { roles } from "../../../db/enums.ts";
import { roleNames, roleMessages } from "../../../worker/contract/people/role-labels.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import type { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";

type RoleFieldsProps = Pick<ReturnType<typeof buildFieldProps>, "list"> & {
  offers_admin: boolean;
};

export const RoleFields = ({ list, offers_admin }: RoleFieldsProps) => (
  <CheckboxList
    {...list("roles")}
    label="Roles"
    hint="Only users of the shop’s own organization can be administrators."
    options={roles
      .filter((role) => offers_admin || !can({ roles: [role] }, "use_console"))
      .map((role) => [role, `${roleNames[role]}: ${roleMessages[role]}`] as const)}
  />
);
