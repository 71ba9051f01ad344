import type { AdminProduct } from "../../../worker/domain/catalog/index.ts";

/** Texts that are one field each. */
export const textNames = [
  "category",
  "short_description",
  "long_description",
  "author",
  "requirements",
  "certifications",
  "format",
  "availability",
  "main_image",
  "notes",
] as const;
/** Lists of which each line of a field is one. */
export const lineNames = [
  "key_features",
  "compatibility",
  "devices",
  "platforms",
  "software_use_cases",
  "other_images",
] as const;
/** Lists of things with two fields each. */
export const rowNames = { detailed_description: "description", downloads: "link", links: "link" } as const;

type Values = Record<string, string | string[]>;

/** What the fields of the form say of a product, by their names. */
export function toValues(product: AdminProduct): Values {
  const { detailed_description, downloads, links, position } = product;
  const rows = { detailed_description, downloads, links };
  return {
    ...Object.fromEntries(textNames.map((name) => [name, product[name] ?? ""])),
    ...Object.fromEntries(lineNames.map((name) => [name, product[name]])),
    ...Object.fromEntries(
      Object.entries(rows).flatMap(([name, list]) =>
        list.flatMap((row, index) => Object.entries(row).map(([field, value]) => [`${name}.${index}.${field}`, value])),
      ),
    ),
    position: String(position),
  };
}

/** The labels of the fields, as the form and the comparison with another's change say them. */
export const labels = {
  short_description: "In one sentence",
  category: "Category",
  position: "Place in the store",
  long_description: "Description",
  key_features: "Key features",
  author: "Author",
  format: "Format or dimensions",
  availability: "Availability",
  requirements: "Requirements",
  certifications: "Certifications",
  devices: "For these devices",
  compatibility: "Works with",
  platforms: "Platforms",
  software_use_cases: "Use cases",
  main_image: "Picture",
  other_images: "More pictures",
  notes: "Notes",
} as const;
const rowLabels: Record<string, string> = { detailed_description: "Section", downloads: "Download", links: "Link" };

/** What each of these fields is called; those of rows by their number. */
export function wordsOf(names: readonly string[]): Record<string, string> {
  const rows = names.flatMap((name): [string, string][] => {
    const [, list = "", index = "", field = ""] = /^(\w+)\.(\d+)\.(\w+)$/.exec(name) ?? [];
    return rowLabels[list] ? [[name, `${rowLabels[list]} ${Number(index) + 1}: ${field}`]] : [];
  });
  return { ...labels, ...Object.fromEntries(rows) };
}

/** How many rows of a list there are among the names of fields. */
export const countRows = (list: string, names: readonly string[]): number =>
  names.reduce((most, name) => Math.max(most, Number(new RegExp(`^${list}\\.(\\d+)\\.`).exec(name)?.[1] ?? -1) + 1), 0);

/** Lines become entries of their list; rows where nothing was typed are none, and the others move up. */
export async function readLines(typed: URLSearchParams): Promise<void> {
  for (const name of lineNames) {
    const lines = typed.getAll(name).flatMap((text) => text.split(/\r?\n/));
    typed.delete(name);
    for (const line of lines.map((each) => each.trim()).filter(Boolean)) typed.append(name, line);
  }
  for (const list of Object.keys(rowNames)) {
    const rows = Array.from({ length: Math.min(countRows(list, [...typed.keys()]), 1000) }, (_, index) =>
      [...typed].filter(([name]) => name.startsWith(`${list}.${index}.`)),
    );
    for (const [name] of rows.flat()) typed.delete(name);
    const filled = rows.filter((row) => row.some(([, value]) => value.trim() !== ""));
    for (const [index, row] of filled.entries())
      for (const [name, value] of row) typed.set(name.replace(/\.\d+\./, `.${index}.`), value);
  }
}
