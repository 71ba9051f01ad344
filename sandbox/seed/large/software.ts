import { bulkId } from "./ids.ts";

/** 45 plugins, every third sold with a product, and five dependencies. */
const software = `
insert into software (id, kind, name, title, description, author, author_url, product_id, created_at, updated_at)
select ${bulkId("software", "n")}, case when n <= 45 then 'plugin' else 'dependency' end,
  'bulk-' || n, 'Extension ' || n, 'Number ' || n || ' of many.', 'CGX', 'https://cgx.example.com',
  case when n <= 45 and n % 3 = 0 then ${bulkId("product", "n * 10")} end, day, day
from generate_series(1, 50) n, lateral (select timestamptz '2024-01-01Z' + n * interval '1 day' as day) made`;

/** Ten versions of each software, the newest unpublished; none has a file. */
const versions = `
insert into software_versions (id, software_id, version, developer_description, public_description, compatible_app_version, file_name,
  bytes, sha256, is_published, published_at, created_at, updated_at)
select ${bulkId("version", "n")}, ${bulkId("software", "1 + (n - 1) / 10")}, '1.' || (n - 1) % 10 || '.0', 'Build ' || n,
  'What is new in number ' || n || '.', case when n <= 450 then '>=5.0.0 <6' end, 'bulk-' || n || '.fpx', 100000 + n,
  encode(sha256(('bulk ' || n)::bytea), 'hex'), n % 10 <> 0, case when n % 10 <> 0 then day end, day, day
from generate_series(1, 500) n, lateral (select timestamptz '2024-02-01Z' + n * interval '1 day' as day) made`;

/** One dependency per published plugin build. */
const needs = `
insert into software_version_dependencies (version_id, dependency_version_id)
select ${bulkId("version", "n")}, ${bulkId("version", "451 + n % 5 * 10")}
from generate_series(1, 450) n where n % 10 <> 0`;

export const softwareStatements = [software, versions, needs];
