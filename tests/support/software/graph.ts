import { query } from "../database.ts";
import { unique } from "../factories.ts";

/** Titles of different widths: the widest letters, other scripts, the narrowest letters. */
const titles = [
  "MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM",
  "WWWW@WWWW@WWWW@WWWW@WWWW",
  "漢字漢字漢字漢字漢字漢字漢字漢字漢字",
  "Units and conversions of them, for all who measure",
  "illicit little lilies in a still life till July",
];

/** Creates a plugin's version with `count` - 1 dependencies, each of which needs up to three others. */
export async function createGraph(count: number) {
  const key = unique("graph");
  const names = Array.from({ length: count }, (_, n) => `${titles[n % titles.length]} ${n}`);
  const versionRows = await query<{ id: string }>(
    `with named as (select title, n - 1 as n from unnest($1::text[]) with ordinality as t (title, n)),
     s as (
       insert into software (kind, name, title, author)
       select case n when 0 then 'plugin' else 'dependency' end, $2 || '-' || n, title, 'CGX' from named
       returning id, title
     )
     insert into software_versions (software_id, version, public_description, file_name, bytes, sha256)
     select s.id, '1.' || n || '.0-' || repeat('M', 30), 'News', 'file.bin', 10, repeat('0', 64)
     from s join named using (title) order by n
     returning id`,
    [names, key],
  );
  const edgeRows = versionRows.flatMap(({ id }, n) =>
    [n * 2 + 1, n * 2 + 2, n * 2 + 5].flatMap((at) => (versionRows[at] ? [[id, versionRows[at].id] as const] : [])),
  );
  await query(
    `insert into software_version_dependencies (version_id, dependency_version_id)
     select * from unnest($1::uuid[], $2::uuid[])`,
    [edgeRows.map(([from]) => from), edgeRows.map(([, to]) => to)],
  );
  return { path: `/admin/software/versions/${versionRows[0]?.id}`, names, edges: edgeRows.length };
}
