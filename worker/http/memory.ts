const sizeMax = 8_000_000;

/** Values by key in the isolate's memory; it begins anew when their sizes sum up to 8 MB. */
export function createMemory<T>(sizeOf: (value: T) => number) {
  const values = new Map<string, T>();
  let size = 0;
  return {
    get: (key: string): T | undefined => values.get(key),
    set(key: string, value: T): void {
      const own = sizeOf(value) + key.length;
      if (size + own > sizeMax) {
        values.clear();
        size = 0;
      }
      size += own;
      values.set(key, value);
    },
  };
}
