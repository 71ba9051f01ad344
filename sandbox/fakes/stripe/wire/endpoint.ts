import type { z } from "zod";
import type { FormGroup } from "./form.ts";
import { check } from "./params.ts";
import type { World } from "../state.ts";

export interface Call<I> {
  world: World;
  input: I;
  /** Empty if the path has none. */
  id: string;
  path: string;
}

/** `prepare` validates parameters and returns the function that does the work. */
export interface Endpoint {
  method: "GET" | "POST" | "DELETE";
  pattern: RegExp;
  prepare(world: World, form: FormGroup, path: string): () => object;
}

/** `path` may contain one `:id`. `run` throws a StripeFailure to refuse the request. */
export function endpoint<S extends z.ZodType>(
  method: Endpoint["method"],
  path: string,
  shape: S,
  run: (call: Call<z.output<S>>) => object,
): Endpoint {
  const pattern = new RegExp(`^${path.replace(":id", "([^/]+)")}$`);
  return {
    method,
    pattern,
    prepare(world, form, requestPath) {
      const input = check(shape, form);
      const id = decodeURIComponent(pattern.exec(requestPath)?.[1] ?? "");
      return () => run({ world, input, id, path: requestPath });
    },
  };
}
