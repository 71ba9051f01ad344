import type { z } from "zod";
import type { FormGroup } from "./form.ts";
import { parseForm } from "./params.ts";
import type { World } from "../state.ts";

export interface Call<I> {
  world: World;
  input: I;
  /** The id in the path; empty if there is none. */
  id: string;
  path: string;
}

/** An endpoint; `prepare` validates parameters and returns the function that does the work. */
export interface Endpoint {
  method: "GET" | "POST" | "DELETE";
  pattern: RegExp;
  prepare(world: World, form: FormGroup, path: string): () => object;
}

/** Creates an endpoint. `path` may contain one `:id`; `run` throws a StripeFailure to refuse the request. */
export function defineEndpoint<S extends z.ZodType>(
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
      const input = parseForm(shape, form);
      const id = decodeURIComponent(pattern.exec(requestPath)?.[1] ?? "");
      return () => run({ world, input, id, path: requestPath });
    },
  };
}
