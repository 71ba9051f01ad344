export type TypedFields = { values: Record<string, string[]>; errors: Record<string, string> };

/**
 * Input of a rejected form takes precedence over current values. Usage: `<Field {...field("name")} label="Name" />`,
 * `<CheckboxList {...list("roles")} label="Roles" options={...} />`.
 */
export function buildFieldProps(
  typed: TypedFields | undefined,
  current: Record<string, string | readonly string[]> = {},
) {
  const valuesOf = (name: string): readonly string[] =>
    typed ? (typed.values[name] ?? []) : [current[name] ?? []].flat();
  const errorOf = (name: string): string | undefined =>
    Object.entries(typed?.errors ?? {}).find(([field]) => field === name || field.startsWith(`${name}.`))?.[1];
  return {
    field: (name: string) => ({ name, defaultValue: valuesOf(name)[0] ?? "", error: errorOf(name) }),
    list: (name: string) => ({ name, chosen: valuesOf(name), error: errorOf(name) }),
    flag: (name: string) => ({ name, defaultChecked: !["", "false"].includes(valuesOf(name)[0] ?? "") }),
  };
}
