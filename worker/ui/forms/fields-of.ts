/** What was typed into a form that was refused, and what is wrong with it, by the names of its fields. */
export type TypedFields = { values: Record<string, string[]>; errors: Record<string, string> };

/**
 * What the fields of a plain form say, by their names: what was typed and what is wrong with it when the form was refused
 * (`flash.typed` of its page), what is there so far otherwise. `<Field {...field("name")} label="Name" />`,
 * `<CheckboxList {...list("roles")} label="Roles" options={...} />`.
 */
export function fieldsOf(typed: TypedFields | undefined, current: Record<string, string | readonly string[]> = {}) {
  const valuesOf = (name: string): readonly string[] =>
    typed ? (typed.values[name] ?? []) : [current[name] ?? []].flat();
  const errorOf = (name: string): string | undefined =>
    // of a list, what is wrong with one of its values is told where the list is
    Object.entries(typed?.errors ?? {}).find(([field]) => field === name || field.startsWith(`${name}.`))?.[1];
  return {
    field: (name: string) => ({ name, defaultValue: valuesOf(name)[0] ?? "", error: errorOf(name) }),
    list: (name: string) => ({ name, chosen: valuesOf(name), error: errorOf(name) }),
    flag: (name: string) => ({ name, defaultChecked: !["", "false"].includes(valuesOf(name)[0] ?? "") }),
  };
}
