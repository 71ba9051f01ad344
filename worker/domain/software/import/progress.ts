import * as z from "zod/mini";
import { softwareKinds } from "../../../../db/enums.ts";
import type { JsonValue, TaskPage } from "../../platform/index.ts";

/** A release to import. Without a tag the newest of its repository. `needed_by`: the records that wait for it. */
const wanted = z.object({
  kind: z.enum(softwareKinds),
  name: z.string(),
  /** Where its releases are; of plugins and dependencies the name. */
  repository: z.string(),
  tag: z.nullable(z.string()),
  needed_by: z.array(z.string()),
});
export type Wanted = z.output<typeof wanted>;

/** Software that is imported from a repository of its own choice. */
const source = z.object({ name: z.string(), repository: z.string() });
export type Source = z.output<typeof source>;

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
  /** The software whose releases are still to be listed, the one being listed first; null before they have been looked up. */
  sources: z.nullable(z.array(source)),
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
  return { sources: null, ...firstPage(), queue: [], failures: 0, refused: [], upload: null };
}

/** The beginning of a listing. */
export const firstPage = () => ({ next: 1, looks: 1, has_news: false, seen: [] });

export const isOver = ({ next, queue }: Progress): boolean => next === null && queue.length === 0;

/** What a page counts. */
export type Counts = Pick<TaskPage, "found" | "processed" | "failures">;
export const noCounts = (): Counts => ({ found: 0, processed: 0, failures: [] });

/** As the failures of a run name a release: plugin/fleet-monitor/v4.3.0. */
export const recordOf = ({ kind, name, tag }: Wanted): string => `${kind}/${name}/${tag ?? "latest"}`;

/** As the failures of a run name software whose releases could not be listed: source/aquila-firmware. */
export const recordOfSource = ({ name }: Source): string => `source/${name}`;

/** The record that `recordOf` or `recordOfSource` named; undefined for anything else. */
export function parseRecord(
  recordId: string,
): Omit<Wanted, "repository"> | { kind: "source"; name: string } | undefined {
  const [, sourceName] = /^source\/([^/]+)$/.exec(recordId) ?? [];
  if (sourceName !== undefined) return { kind: "source", name: sourceName };
  const [, kind, name, tag] = /^([a-z]+)\/([^/]+)\/(.+)$/.exec(recordId) ?? [];
  const parsed = z.omit(wanted, { repository: true }).safeParse({ kind, name, tag, needed_by: [] });
  return parsed.success ? parsed.data : undefined;
}
