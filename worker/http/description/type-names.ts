import { reservedNames } from "./client-runtime.ts";
import { isJson, type Json } from "./schema.ts";
import { formatType } from "./types.ts";

const lengthMin = 120;

/** Names long shapes that repeat, after the field or call of their first occurrence. */
export function createTypeNames() {
  const shapes = new Map<string, { count: number; hint: string; schema: Json }>();
  const names = new Map<string, string>();

  /** Every schema must be collected before the first type is written. */
  const collect = (root: Json, hint: string): void => {
    formatType(
      root,
      (schema, field) => {
        // a whole reply is written inline
        if (isJson(schema["properties"]) && "success" in schema["properties"]) return undefined;
        const shape = formatType(schema);
        const occurrence = shapes.get(shape);
        if (occurrence) occurrence.count += 1;
        else shapes.set(shape, { count: 1, hint: field === "data" || field === "" ? hint : field, schema });
        return undefined;
      },
      "",
    );
  };

  const assignNames = (): void => {
    const usedNames = new Set<string>(reservedNames);
    for (const [shape, { count, hint }] of shapes) {
      if (count < 2 || shape.length < lengthMin) continue;
      const name = toPascalCase(hint);
      let freeName = name;
      for (let number = 2; usedNames.has(freeName); number += 1) freeName = `${name}${number}`;
      usedNames.add(freeName);
      names.set(shape, freeName);
    }
  };

  const nameOf = (schema: Json): string | undefined => names.get(formatType(schema));

  const declarations = (): string[] =>
    [...names].map(([shape, name]) => {
      const schema = shapes.get(shape)?.schema ?? {};
      return `export type ${name} = ${formatType(schema, (one) => (one === schema ? undefined : nameOf(one)))};`;
    });

  return { look: collect, settle: assignNames, nameOf, written: declarations };
}

/** "order_lines" becomes "OrderLine". */
function toPascalCase(text: string): string {
  const words = text.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return words.join("").replace(/([^s])s$/, "$1");
}
