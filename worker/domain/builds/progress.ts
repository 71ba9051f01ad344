import * as z from "zod/mini";
import { softwareKinds } from "../../../db/enums.ts";
import type { JsonValue, TaskPage } from "../tasks/index.ts";

/** A release to import. Without a tag the newest of its repository. `needed_by`: the records that wait for it. */
const wanted = z.object({
  kind: z.enum(softwareKinds),
  name: z.string(),
  tag: z.nullable(z.string()),
  needed_by: z.array(z.string()),
});
export type Wanted = z.output<typeof wanted>;

/** Stands in the queue behind the releases of an answer of the registry: once they are done, the answer's ETag is kept. */
const mark = z.object({
  kind: z.literal("mark"),
  address: z.string(),
  etag: z.string(),
  records: z.int(),
  next: z.nullable(z.int()),
  /** As many as there were before. */
  failures: z.int(),
});
export type Mark = z.output<typeof mark>;

/** How far the file of the first in the queue is. */
const upload = z.object({
  /** Of the version that will be: its file lies under it. */
  version_id: z.string(),
  upload_id: z.string(),
  asset_id: z.int(),
  sha256: z.string(),
  etags: z.array(z.string()),
  /** The hash of what is there, to go on with; with the last part the digest. */
  hash: z.string(),
});
export type Upload = z.output<typeof upload>;

const progress = z.object({
  /** The page of the listing that is read next; null when all have been. */
  next: z.nullable(z.int()),
  /** How often the listing was begun. */
  looks: z.int(),
  /** Whether this look has shown what no earlier one did. */
  has_news: z.boolean(),
  /** The rows that the listing has shown in this run: one that comes again counts once. */
  seen: z.array(z.string()),
  queue: z.array(z.discriminatedUnion("kind", [wanted, mark])),
  failures: z.int(),
  /** What failed in this run and is not tried for whoever needs it. */
  refused: z.array(z.string()),
  upload: z.nullable(upload),
});
/** How far a run is: the cursor of its task. */
export type Progress = z.output<typeof progress>;

/** The beginning where there is no cursor, and where it is that of another release of ours. */
export function toProgress(cursor: JsonValue | null): Progress {
  const parsed = progress.safeParse(cursor);
  if (parsed.success) return parsed.data;
  return { next: 1, looks: 1, has_news: false, seen: [], queue: [], failures: 0, refused: [], upload: null };
}

export const isOver = ({ next, queue }: Progress): boolean => next === null && queue.length === 0;

/** What a page counts. */
export type Counts = Pick<TaskPage, "found" | "processed" | "failures">;
export const noCounts = (): Counts => ({ found: 0, processed: 0, failures: [] });

/** As the failures of a run name a release: plugin/fleet-monitor/v4.3.0. */
export const recordOf = ({ kind, name, tag }: Wanted): string => `${kind}/${name}/${tag ?? "latest"}`;

/** What `recordOf` named; undefined for anything else. */
export function wantedOf(recordId: string): Wanted | undefined {
  const [, kind, name, tag] = /^([a-z]+)\/([^/]+)\/(.+)$/.exec(recordId) ?? [];
  const parsed = wanted.safeParse({ kind, name, tag, needed_by: [] });
  return parsed.success ? parsed.data : undefined;
}
