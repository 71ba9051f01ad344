import { reservedNames } from "./client-runtime.ts";
import { isJson, type Json } from "./schema.ts";
import { typeOf } from "./types.ts";

const lengthMin = 120;

/** Names repeated shapes after the field or call of their first occurrence. */
export function createTypeNames() {
  const shapes = new Map<string, { count: number; hint: string; schema: Json }>();
  const names = new Map<string, string>();

  /** Must see every schema before the first one is written. */
  const collect = (root: Json, hint: string): void => {
    typeOf(
      root,
      (schema, field) => {
        // a whole reply is written inline
        if (isJson(schema["properties"]) && "success" in schema["properties"]) return undefined;
        const shape = typeOf(schema);
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
      const name = pascal(hint);
      let free = name;
      for (let number = 2; usedNames.has(free); number += 1) free = `${name}${number}`;
      usedNames.add(free);
      names.set(shape, free);
    }
  };

  const nameOf = (schema: Json): string | undefined => names.get(typeOf(schema));

  const declarations = (): string[] =>
    [...names].map(([shape, name]) => {
      const schema = shapes.get(shape)?.schema ?? {};
      return `export type ${name} = ${typeOf(schema, (one) => (one === schema ? undefined : nameOf(one)))};`;
    });

  return { look: collect, settle: assignNames, nameOf, written: declarations };
}

/** "order_lines" becomes "OrderLine". */
function pascal(text: string): string {
  const words = text.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return words.join("").replace(/([^s])s$/, "$1");
}
