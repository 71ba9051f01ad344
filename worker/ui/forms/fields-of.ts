/** Input and errors of a rejected form, by field name. */
export type TypedFields = { values: Record<string, string[]>; errors: Record<string, string> };

/**
 * Props of plain form fields by name: input and errors of a rejected form (`flash.typed` of its page), otherwise current
 * values. `<Field {...field("name")} label="Name" />`, `<CheckboxList {...list("roles")} label="Roles" options={...}
 * />`.
 */
export function fieldsOf(typed: TypedFields | undefined, current: Record<string, string | readonly string[]> = {}) {
  const valuesOf = (name: string): readonly string[] =>
    typed ? (typed.values[name] ?? []) : [current[name] ?? []].flat();
  const errorOf = (name: string): string | undefined =>
    // errors of list entries are shown at the list
    Object.entries(typed?.errors ?? {}).find(([field]) => field === name || field.startsWith(`${name}.`))?.[1];
  return {
    field: (name: string) => ({ name, defaultValue: valuesOf(name)[0] ?? "", error: errorOf(name) }),
    list: (name: string) => ({ name, chosen: valuesOf(name), error: errorOf(name) }),
    flag: (name: string) => ({ name, defaultChecked: !["", "false"].includes(valuesOf(name)[0] ?? "") }),
  };
}
