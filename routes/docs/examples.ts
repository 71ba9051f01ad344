import * as z from "zod/mini";
import type { Call } from "../../worker/contract/endpoint.ts";
import { buildExample } from "../../worker/http/description/example.ts";

/**
 * Each file has examples by operation id. Imported as text and parsed on first use, because a worker would parse
 * JavaScript modules before its first reply.
 */
const exampleFiles = import.meta.glob<string>("./examples/*.json", { query: "?raw", import: "default", eager: true });

const valuesSchema = z.optional(z.record(z.string(), z.unknown()));
const exampleSchema = z.object({
  params: valuesSchema,
  query: valuesSchema,
  body: z.optional(z.unknown()),
  reply: z.optional(z.unknown()),
});
type RecordedExample = z.output<typeof exampleSchema>;

export type Example = RecordedExample & { is_recorded: boolean };

let recordedExamples: Map<string, RecordedExample> | undefined;

const readRecordedExamples = (): Map<string, RecordedExample> =>
  new Map(
    Object.values(exampleFiles).flatMap((text) =>
      Object.entries(z.record(z.string(), exampleSchema).parse(JSON.parse(text))),
    ),
  );

/** A recorded example takes precedence over one generated from the contract. */
export function exampleFor(spec: Call): Example {
  recordedExamples ??= readRecordedExamples();
  const found = recordedExamples.get(spec.verb);
  if (found) return { ...found, is_recorded: true };
  return {
    params: z.record(z.string(), z.unknown()).parse(buildExample(spec.params, "input") ?? {}),
    body: buildExample(spec.body, "input"),
    reply: buildExample(spec.reply, "output"),
    is_recorded: false,
  };
}
