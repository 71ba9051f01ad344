import * as z from "zod/mini";
import { softwareKinds } from "../../../../db/enums.ts";
import type { JsonValue, TaskPage } from "../../platform/index.ts";

/**
 * A release to import; without a tag, all final releases of a repository from `page` of its list on. `needed_by`:
 * record ids of the releases that wait for this one.
 */
const queuedRelease = z.object({
  kind: z.enum(softwareKinds),
  name: z.string(),
  repository: z.string(),
  tag: z.nullable(z.string()),
  page: z.optional(z.int()),
  needed_by: z.array(z.string()),
});
export type QueuedRelease = z.output<typeof queuedRelease>;

const source = z.object({ name: z.string(), repository: z.string() });
export type Source = z.output<typeof source>;

/**
 * Queue item after the releases of a registry response: once the releases are imported, the response's ETag is saved.
 */
const mark = z.object({
  kind: z.literal("mark"),
  address: z.string(),
  etag: z.string(),
  records: z.int(),
  next: z.nullable(z.int()),
  failures: z.int(),
});
export type Mark = z.output<typeof mark>;

const upload = z.object({
  /** Id of the version and of its file. */
  version_id: z.string(),
  upload_id: z.string(),
  asset_id: z.int(),
  sha256: z.string(),
  etags: z.array(z.string()),
  /** State of `Sha256` after the parts so far; the digest after the last part. */
  hash: z.string(),
});
export type Upload = z.output<typeof upload>;

const progress = z.object({
  /** Software to list, the current one first; null before `findSources` has read it. */
  sources: z.nullable(z.array(source)),
  next: z.nullable(z.int()),
  /** Number of the pass over the listing, from 1. */
  looks: z.int(),
  has_news: z.boolean(),
  /** Tags or repositories that earlier pages of the listing had; each is counted once. */
  seen: z.array(z.string()),
  queue: z.array(z.discriminatedUnion("kind", [queuedRelease, mark])),
  failures: z.int(),
  /** Dependencies that failed in this run; they are not retried for other dependents. */
  refused: z.array(z.string()),
  upload: z.nullable(upload),
});
export type Progress = z.output<typeof progress>;

/** Parses a cursor. The import restarts if there is none, or if an incompatible release of our code stored it. */
export function toProgress(cursor: JsonValue | null): Progress {
  const parsed = progress.safeParse(cursor);
  if (parsed.success) return parsed.data;
  return { sources: null, ...firstPage(), queue: [], failures: 0, refused: [], upload: null };
}

export const firstPage = () => ({ next: 1, looks: 1, has_news: false, seen: [] });

export const isOver = ({ next, queue }: Progress): boolean => next === null && queue.length === 0;

export type Counts = Pick<TaskPage, "found" | "processed" | "failures">;
export const noCounts = (): Counts => ({ found: 0, processed: 0, failures: [] });

/** Replaces the tag in the record id if a repository's releases could not be listed. */
const allReleases = "releases";

/** Record id of a release in a run's failures: plugin/fleet-monitor/v4.3.0. */
export const toRecordId = ({ kind, name, tag }: QueuedRelease): string => `${kind}/${name}/${tag ?? allReleases}`;

/** Record id of software whose releases could not be listed: source/aquila-firmware. */
export const toSourceRecordId = ({ name }: Source): string => `source/${name}`;

export function parseRecord(
  recordId: string,
): Omit<QueuedRelease, "repository"> | { kind: "source"; name: string } | undefined {
  const [, sourceName] = /^source\/([^/]+)$/.exec(recordId) ?? [];
  if (sourceName !== undefined) return { kind: "source", name: sourceName };
  const [, kind, name, tag] = /^([a-z]+)\/([^/]+)\/(.+)$/.exec(recordId) ?? [];
  const parsed = z.omit(queuedRelease, { repository: true }).safeParse({
    kind,
    name,
    tag: tag === allReleases ? null : tag,
    needed_by: [],
  });
  return parsed.success ? parsed.data : undefined;
}
