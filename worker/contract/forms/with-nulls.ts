type WithNulls<T, N> = {
  [K in keyof T]: K extends N ? (undefined extends T[K] ? Exclude<T[K], undefined> | null : T[K]) : T[K];
};

export function withNulls<F extends object, T extends object>(fields: F, sent: T): WithNulls<T, keyof F> {
  const empty = Object.keys(fields).filter((name) => Reflect.get(sent, name) === undefined);
  return { ...sent, ...Object.fromEntries(empty.map((name) => [name, null])) } as WithNulls<T, keyof F>;
}
