import * as z from "zod/mini";
import type { Call } from "../../worker/contract/endpoint.ts";
import { exampleOf } from "../../worker/http/description/example.ts";

/** By operation id; parsed on first use, because a worker parses all of its code before its first reply. */
const recorded = import.meta.glob<string>("./examples/*.json", { query: "?raw", import: "default", eager: true });

const values = z.optional(z.record(z.string(), z.unknown()));
const exampleSchema = z.object({
  params: values,
  query: values,
  body: z.optional(z.unknown()),
  reply: z.optional(z.unknown()),
});
type RecordedExample = z.output<typeof exampleSchema>;

export type Example = RecordedExample & { is_recorded: boolean };

let all: Map<string, RecordedExample> | undefined;

const readAll = (): Map<string, RecordedExample> =>
  new Map(
    Object.values(recorded).flatMap((text) =>
      Object.entries(z.record(z.string(), exampleSchema).parse(JSON.parse(text))),
    ),
  );

/** Falls back to one generated from the contract. */
export function exampleFor(spec: Call): Example {
  all ??= readAll();
  const found = all.get(spec.verb);
  if (found) return { ...found, is_recorded: true };
  return {
    params: z.record(z.string(), z.unknown()).parse(exampleOf(spec.params, "input") ?? {}),
    body: exampleOf(spec.body, "input"),
    reply: exampleOf(spec.reply, "output"),
    is_recorded: false,
  };
}
