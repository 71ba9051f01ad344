/*
 * What a form may have besides texts. A module of its own, so that a form of texts alone does not carry it.
 */
import { checkFields, type Kind, readFields, textOf } from "./form.ts";

/** Said when a field is empty that must not be; a field without it may stay empty. */
type Missing = { missing?: string };
type Empty<O extends Missing> = O extends { missing: string } ? never : null;

/** A number, null where none is typed. What is typed must be one from `min` to `max`, whole unless `is_decimal`. */
export const number = <const O extends Missing & { min: number; max: number; is_decimal?: true; message: string }>(
  options: O,
): Kind<number | Empty<O>> => ({
  // an empty field that must be filled is never sent
  read: (data, name) => (textOf(data, name) === "" ? null : Number(textOf(data, name))) as number | Empty<O>,
  check(data, name) {
    const text = textOf(data, name);
    if (text === "") return { [name]: options.missing };
    const value = Number(text);
    const isRight = value >= options.min && value <= options.max && (options.is_decimal || Number.isInteger(value));
    return { [name]: isRight ? undefined : options.message };
  },
});

/** A day as "2026-11-20", null where none is chosen. */
export const day = <const O extends Missing & { message: string }>(options: O): Kind<string | Empty<O>> => ({
  // an empty field that must be filled is never sent
  read: (data, name) => (textOf(data, name) || null) as string | Empty<O>,
  check(data, name) {
    const text = textOf(data, name);
    if (text === "") return { [name]: options.missing };
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
    return { [name]: isDay ? undefined : options.message };
  },
});

/** One of a list. */
export const choice = ({ missing }: Missing = {}): Kind<string> => ({
  read: textOf,
  check: (data, name) => ({ [name]: textOf(data, name) === "" ? missing : undefined }),
});

/** Boxes of one name, of which any number is checked. */
export const choices = ({ missing }: Missing = {}): Kind<string[]> => ({
  read: (data, name) => data.getAll(name).map(String),
  check: (data, name) => ({ [name]: data.has(name) ? undefined : missing }),
});

/** One box. */
export const flag = (): Kind<boolean> => ({ read: (data, name) => data.has(name), check: () => ({}) });

type RowFields = Parameters<typeof checkFields>[0];

/** Rows of the same fields, whose controls are named `lines.0.quantity`; see `useRows`. */
export const rows = <const F extends RowFields>(fields: F): Kind<ReturnType<typeof readFields<F>>[]> => ({
  read: (data, name) => prefixesOf(data, name).map((prefix) => readFields(fields, data, prefix)),
  check: (data, name) =>
    Object.assign({}, ...prefixesOf(data, name).map((prefix) => checkFields(fields, data, prefix))),
});

function prefixesOf(data: FormData, name: string): string[] {
  const numbers = [...data.keys()].flatMap((key) => {
    const index = key.startsWith(`${name}.`) ? Number(key.slice(name.length + 1).split(".")[0]) : Number.NaN;
    return Number.isInteger(index) ? [index] : [];
  });
  return [...new Set(numbers)].toSorted((a, b) => a - b).map((index) => `${name}.${index}.`);
}
