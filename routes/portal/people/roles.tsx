import { CheckboxList } from "../../../islands/ui/fields/checkbox-list.tsx";
import { roleNames, roleMessages } from "../../../worker/contract/people/role-labels.ts";
import type { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";

/** What managers of an organization can grant besides "user", which everybody has. */
export const grantable = ["buyer", "org", "beta-tester"] as const;

/** The roles as plain sentences. */
export function RoleFields({ list }: Pick<ReturnType<typeof fieldsOf>, "list">) {
  return (
    <>
      <input type="hidden" name="roles" value="user" />
      <p className="small">Everybody: {roleMessages.user}</p>
      <CheckboxList
        {...list("roles")}
        label="Roles"
        options={grantable.map((role) => [role, `${roleNames[role]}: ${roleMessages[role]}`] as const)}
      />
    </>
  );
}
