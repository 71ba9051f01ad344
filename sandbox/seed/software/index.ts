import type { Client } from "pg";
import { daysAgo, insertMissing } from "../rows.ts";
import { demoVersions, numberedSoftware } from "./catalogue.ts";
import { generateContent, sha256Of } from "./files.ts";

const author = { author: "CGX", author_url: "https://cgx.example.com" };

export async function seedSoftware(client: Client): Promise<void> {
  const found = await client.query("select 1 from software where id = $1", [numberedSoftware[0]?.id]);
  if (found.rows.length > 0) return;
  await insertMissing(
    client,
    "software",
    numberedSoftware.map(({ id, kind, name, title, description, product_id, is_default, fits }) => ({
      id,
      kind,
      name,
      title,
      description,
      ...author,
      fits_product_ids: fits ?? [],
      product_id: product_id ?? null,
      is_default: is_default ?? false,
      is_deleted: false,
      created_at: daysAgo(330),
      updated_at: daysAgo(330),
    })),
  );
  await insertMissing(client, "software_versions", demoVersions.map(versionRow));
  await insertMissing(
    client,
    "software_version_dependencies",
    demoVersions.flatMap(({ id, version }) =>
      (version.needs ?? []).map((label) => ({ version_id: id, dependency_version_id: findVersionId(label) })),
    ),
  );
}

function versionRow(build: (typeof demoVersions)[number]) {
  const { id, software, version, file_name, bytes } = build;
  const published_at = version.published === null ? null : daysAgo(version.published);
  return {
    id,
    software_id: software.id,
    version: version.version,
    developer_description: `Build of ${build.label}`,
    public_description: version.notes,
    compatible_app_version: version.compatible ?? null,
    file_name,
    bytes,
    sha256: sha256Of(generateContent(build)),
    is_published: published_at !== null,
    published_at,
    published_by: null,
    is_deleted: false,
    created_at: published_at ?? daysAgo(3),
    updated_at: published_at ?? daysAgo(3),
  };
}

function findVersionId(label: string): string {
  const build = demoVersions.find((each) => each.label === label);
  if (!build) throw new Error(`There is no build ${label}.`);
  return build.id;
}
