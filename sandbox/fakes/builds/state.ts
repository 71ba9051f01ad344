import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { Journal } from "../journal.ts";
import { hashContent } from "./wire/content.ts";

export const flowpointRepository = "flowpoint";
export const pluginTopic = "flowpoint-plugin";
export const firmwareTopic = "flowpoint-firmware";
/** Bytes of a dependency that is released only because another build needs it. */
const dependencyBytes = 1000;

const name = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const dependencySchema = z.strictObject({ name, version: z.string().min(1) });

/** Body of `POST /builds`. All builds of `flowpoint`, the app, are in one repository, whatever their `name`. */
export const buildSchema = z.strictObject({
  kind: z.enum(["flowpoint", "software", "plugin", "dependency"]),
  name,
  /** Repository of `software` if its name differs from `name`; other kinds ignore it. */
  repository: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,100}$/)
    .optional(),
  version: z.string().min(1),
  size: z
    .int()
    .min(1)
    .max(100 * 1024 ** 3),
  /** `wrong`: the API states another digest; `none`: only SHA256SUMS contains the digest; `missing`: neither does. */
  digest: z.enum(["right", "wrong", "none", "missing"]).default("right"),
  dependencies: z.array(dependencySchema).default([]),
  compatible_app_version: z.string().optional(),
  prerelease: z.boolean().default(false),
  /** The release also has an empty asset of an upload that failed. */
  has_failed_upload: z.boolean().default(false),
  /** Gives the repository the topic of firmware; `plugin` ignores it. */
  has_topic: z.boolean().default(false),
  has_manifest: z.boolean().default(true),
  /** Replaces the correct manifest.json. */
  manifest: z.unknown().optional(),
});
export type BuildInput = z.infer<typeof buildSchema>;

const storedSchema = z.object({
  ...buildSchema.shape,
  id: z.int(),
  repository: z.string(),
  file: z.string(),
  seed: z.string(),
  sha256: z.string(),
  created_at: z.string(),
});
export type Build = z.infer<typeof storedSchema>;
export type BuildAsset = {
  id: number;
  name: string;
  state?: "uploaded" | "starter";
  size: number;
  digest: string | null;
  build: Build;
  text?: string;
};

const fileExtensions = { flowpoint: "zip", software: "bin", plugin: "fpx", dependency: "fpl" };
const assetIdsPerRelease = 10;

/** Releases survive a restart; renamed repositories and the rate limit do not. */
export class Registry {
  #journal: Journal<Build>;
  /** Former names of renamed repositories, by current name. */
  readonly renamed = new Map<string, string>();
  #limit = { limit: 5000, remaining: 5000, resets_at: 0 };

  constructor(dataDir: string) {
    this.#journal = new Journal(join(dataDir, "builds.jsonl"), storedSchema);
  }

  /** Replaces a build of the same version; also releases missing dependencies. */
  async release(input: BuildInput): Promise<Build> {
    for (const each of input.dependencies)
      if (!this.find(each.name, each.version))
        await this.release(buildSchema.parse({ ...each, kind: "dependency", size: dependencyBytes }));
    const softwareRepository = input.kind === "software" ? input.repository : undefined;
    const repository = input.kind === "flowpoint" ? flowpointRepository : (softwareRepository ?? input.name);
    const id = this.#journal.entries.length + 1;
    const seed = `${repository} ${input.version} ${randomUUID()}`;
    const sha256 = await hashContent(seed, input.size);
    const created_at = this.find(repository, input.version)?.created_at ?? new Date().toISOString();
    const file = `${input.name}-${input.version}.${fileExtensions[input.kind]}`;
    const build: Build = { ...input, id, repository, file, seed, sha256, created_at };
    this.#journal.append(build);
    return build;
  }

  /** Newest first. */
  releases(repository: string): Build[] {
    return this.all().filter((build) => build.repository === repository);
  }

  find(repository: string, version: string): Build | undefined {
    return this.releases(repository).find((build) => build.version === version);
  }

  /** The last build of each version, newest first. */
  all(): Build[] {
    const lastBuilds = new Map(this.#journal.entries.map((build) => [`${build.repository} ${build.version}`, build]));
    return [...lastBuilds.values()].toSorted(
      (one, other) => other.created_at.localeCompare(one.created_at) || other.id - one.id,
    );
  }

  /** Repositories in order of their names; the app's repository exists before its first release. */
  repositories(): { id: number; name: string; topics: string[] }[] {
    const topics = new Map<string, string[]>([[flowpointRepository, []]]);
    for (const { repository, kind, has_topic } of this.#journal.entries)
      topics.set(repository, kind === "plugin" ? [pluginTopic] : has_topic ? [firmwareTopic] : []);
    const names = [...topics.keys()].toSorted();
    return names.map((each, index) => ({
      id: index + 1,
      name: this.#nameOf(each),
      topics: topics.get(each) ?? [],
    }));
  }

  #nameOf(repository: string): string {
    return [...this.renamed].find(([, old]) => old === repository)?.[0] ?? repository;
  }

  asset(repository: string, id: number): BuildAsset | undefined {
    return this.releases(repository)
      .flatMap(listAssets)
      .find((asset) => asset.id === id);
  }

  spend(): boolean {
    this.#renew();
    if (this.#limit.remaining === 0) return false;
    this.#limit.remaining -= 1;
    return true;
  }

  rate(): { limit: number; remaining: number; reset: number } {
    this.#renew();
    return {
      limit: this.#limit.limit,
      remaining: this.#limit.remaining,
      reset: Math.ceil(this.#limit.resets_at / 1000),
    };
  }

  setRate(remaining: number, resetsInS: number): void {
    this.#limit = { ...this.#limit, remaining, resets_at: Date.now() + resetsInS * 1000 };
  }

  #renew(): void {
    if (Date.now() >= this.#limit.resets_at) this.setRate(this.#limit.limit, 3600);
  }
}

/** A release's assets; SHA256SUMS is among them only for the digest `none`. */
export function listAssets(build: Build): BuildAsset[] {
  const firstId = build.id * assetIdsPerRelease;
  const digests = { right: `sha256:${build.sha256}`, wrong: `sha256:${"0".repeat(64)}`, none: null, missing: null };
  const manifest = JSON.stringify(build.manifest ?? buildManifest(build), null, 2);
  const checksums = `${build.sha256}  ${build.file}\n`;
  const textAsset = (id: number, asset: string, text: string): BuildAsset => {
    const digest = `sha256:${createHash("sha256").update(text).digest("hex")}`;
    return { id, name: asset, size: Buffer.byteLength(text), digest, build, text };
  };
  return [
    { id: firstId, name: build.file, size: build.size, digest: digests[build.digest], build },
    ...(build.has_manifest ? [textAsset(firstId + 1, "manifest.json", manifest)] : []),
    ...(build.digest === "none" ? [textAsset(firstId + 2, "SHA256SUMS", checksums)] : []),
    ...(build.has_failed_upload
      ? [{ id: firstId + 3, name: `${build.file}.sig`, state: "starter" as const, size: 0, digest: null, build }]
      : []),
  ];
}

const buildManifest = ({
  name: title,
  version,
  file,
  author,
  dependencies,
  compatible_app_version,
}: Build & { author?: string }) => ({
  file,
  title,
  author: author ?? "CGX",
  description: `${title}, from the registry.`,
  public_description: `${title} ${version}`,
  compatible_app_version,
  dependencies,
});
