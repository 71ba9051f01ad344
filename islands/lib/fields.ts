/* Fields other than text; a module of its own, so that other forms do not load it. */
import { checkFields, type FieldKind, readFields, textOf } from "./form.ts";

/** `missing` is the message for an empty field; without a message the field is optional. */
type EmptyMessage = { missing?: string };
type Empty<O extends EmptyMessage> = O extends { missing: string } ? never : null;

/** Number, an integer unless `is_decimal`; null if empty. */
export const number = <const O extends EmptyMessage & { min: number; max: number; is_decimal?: true; message: string }>(
  options: O,
): FieldKind<number | Empty<O>> => ({
  // as: an empty required field is never sent
  read: (data, name) => (textOf(data, name) === "" ? null : Number(textOf(data, name))) as number | Empty<O>,
  check(data, name) {
    const text = textOf(data, name);
    if (text === "") return { [name]: options.missing };
    const value = Number(text);
    const isValid = value >= options.min && value <= options.max && (options.is_decimal || Number.isInteger(value));
    return { [name]: isValid ? undefined : options.message };
  },
});

/** Day such as "2026-11-20"; null if empty. */
export const day = <const O extends EmptyMessage & { message: string }>(options: O): FieldKind<string | Empty<O>> => ({
  // an empty required field is never sent
  read: (data, name) => (textOf(data, name) || null) as string | Empty<O>,
  check(data, name) {
    const text = textOf(data, name);
    if (text === "") return { [name]: options.missing };
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
    return { [name]: isDay ? undefined : options.message };
  },
});

export const choice = ({ missing }: EmptyMessage = {}): FieldKind<string> => ({
  read: textOf,
  check: (data, name) => ({ [name]: textOf(data, name) === "" ? missing : undefined }),
});

export const choices = ({ missing }: EmptyMessage = {}): FieldKind<string[]> => ({
  read: (data, name) => data.getAll(name).map(String),
  check: (data, name) => ({ [name]: data.has(name) ? undefined : missing }),
});

export const flag = (): FieldKind<boolean> => ({ read: (data, name) => data.has(name), check: () => ({}) });

type RowFields = Parameters<typeof checkFields>[0];

/** Rows of the component `Rows`, with controls named like `lines.0.quantity`. */
export const rows = <const F extends RowFields>(fields: F): FieldKind<ReturnType<typeof readFields<F>>[]> => ({
  read: (data, name) => listRowPrefixes(data, name).map((prefix) => readFields(fields, data, prefix)),
  check: (data, name) =>
    Object.assign({}, ...listRowPrefixes(data, name).map((prefix) => checkFields(fields, data, prefix))),
});

function listRowPrefixes(data: FormData, name: string): string[] {
  const numbers = [...data.keys()].flatMap((key) => {
    const index = key.startsWith(`${name}.`) ? Number(key.slice(name.length + 1).split(".")[0]) : Number.NaN;
    return Number.isInteger(index) ? [index] : [];
  });
  return [...new Set(numbers)].toSorted((a, b) => a - b).map((index) => `${name}.${index}.`);
}
