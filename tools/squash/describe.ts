import type { Client } from "pg";

/** FirstNormalObjectId of PostgreSQL. */
const firstOid = 16_384;
const inPublic = "relnamespace = 'public'::regnamespace";
const notOfExtension = (catalog: string, oid: string) => `not exists (
  select 1 from pg_depend e where e.classid = '${catalog}'::regclass and e.objid = ${oid} and e.deptype = 'e'
)`;

/**
 * One line per fact about the schema, in PostgreSQL's own text. The first query names every object of any kind, so
 * that no kind is missed.
 */
const queries = [
  `select distinct o.type || ' ' || o.identity from pg_depend d, pg_identify_object(d.classid, d.objid, d.objsubid) o
   where d.objid >= ${firstOid} and ${notOfExtension("pg_class", "d.objid")}
     and not exists (select 1 from pg_depend e where e.classid = d.classid and e.objid = d.objid and e.deptype = 'e')
     and o.identity !~ '^(drizzle|pg_toast)\\M|on drizzle\\.|for drizzle\\.|RI_ConstraintTrigger'`,
  `select format('relation %s kind %s persistence %s options %s acl %s row security %s %s replica identity %s method %s',
     relname, relkind, relpersistence, reloptions, relacl, relrowsecurity, relforcerowsecurity, relreplident,
     (select amname from pg_am where pg_am.oid = relam))
   from pg_class where ${inPublic}`,
  `select format('column %s %s %s %s collation %s not null %s default %s identity %s generated %s storage %s compression %s statistics %s options %s acl %s',
     c.relname, row_number() over (partition by c.oid order by a.attnum), a.attname,
     format_type(a.atttypid, a.atttypmod), (select collname from pg_collation where oid = a.attcollation), a.attnotnull,
     pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated, a.attstorage, a.attcompression, a.attstattarget,
     a.attoptions, a.attacl)
   from pg_attribute a join pg_class c on c.oid = a.attrelid
     left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where c.${inPublic} and a.attnum > 0 and not a.attisdropped`,
  `select format('constraint %s on %s: %s valid %s enforced %s deferrable %s deferred %s not inherited %s index %s',
     conname, coalesce(conrelid::regclass::text, contypid::regtype::text), pg_get_constraintdef(oid), convalidated,
     conenforced, condeferrable, condeferred, connoinherit, conindid::regclass)
   from pg_constraint where connamespace = 'public'::regnamespace`,
  `select format('index %s valid %s clustered %s replica identity %s', pg_get_indexdef(i.indexrelid), i.indisvalid,
     i.indisclustered, i.indisreplident)
   from pg_index i join pg_class c on c.oid = i.indexrelid where c.${inPublic}`,
  `select format('function %s %s acl %s', p.oid::regprocedure, case p.prokind when 'a' then 'aggregate' else pg_get_functiondef(p.oid) end, p.proacl)
   from pg_proc p where pronamespace = 'public'::regnamespace and ${notOfExtension("pg_proc", "p.oid")}`,
  `select format('trigger %s enabled %s', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal`,
  `select format('type %s kind %s not null %s default %s base %s acl %s labels %s', typname, typtype, typnotnull, typdefault,
     typbasetype::regtype, typacl,
     (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid))
   from pg_type t where typnamespace = 'public'::regnamespace and ${notOfExtension("pg_type", "t.oid")}`,
  `select format('sequence %s', to_jsonb(s) - 'sequenceowner') from pg_sequences s where schemaname = 'public'`,
  `select format('view %s', pg_get_viewdef(oid)) from pg_class where ${inPublic} and relkind in ('v', 'm')`,
  `select format('policy %s', to_jsonb(p)) from pg_policies p where schemaname = 'public'`,
  `select format('rule %s', pg_get_ruledef(r.oid)) from pg_rewrite r join pg_class c on c.oid = r.ev_class where c.${inPublic}`,
  `select format('statistics %s', pg_get_statisticsobjdef(oid)) from pg_statistic_ext`,
  `select format('extension %s %s in %s', extname, extversion, extnamespace::regnamespace) from pg_extension`,
  `select format('comment on %s %s: %s', o.type, o.identity, d.description)
   from pg_description d, pg_identify_object(d.classoid, d.objoid, d.objsubid) o
   where d.objoid >= ${firstOid} and o.schema = 'public'`,
  `select format('database setting %s', unnest(s.setconfig))
   from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase and d.datname = current_database()`,
  `select format('default rights %s %s %s', defaclrole::regrole, defaclobjtype, defaclacl) from pg_default_acl`,
  `select format('rights in schema public %s', nspacl) from pg_namespace where nspname = 'public'`,
];

export async function tablesWithRows(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where ${inPublic} and relkind = 'r' order by relname`,
  );
  const filled: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await client.query(`select 1 from "${name}" limit 1`);
    if (rowCount) filled.push(name);
  }
  return filled;
}

/** Columns of a table, without ids and times that defaults generate. */
export async function writtenColumns(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select a.attname as name from pg_attribute a
     left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = format('public.%I', $1::text)::regclass and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' and coalesce(pg_get_expr(d.adbin, d.adrelid), '') !~ '(now|uuidv7|gen_random_uuid)\\('
     order by a.attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Facts about schema and rows, one per line; equal databases have equal lines. */
export async function describeDatabase(client: Client): Promise<string[]> {
  const lines: string[] = [];
  for (const text of queries) {
    const { rows } = await client.query<[string]>({ text, rowMode: "array" });
    lines.push(...rows.map(([line]) => line));
  }
  for (const table of await tablesWithRows(client)) {
    const columns = (await writtenColumns(client, table)).map((column) => `"${column}"`).join(", ");
    const { rows } = await client.query<[string]>({
      text: `select to_jsonb(r)::text from (select ${columns} from "${table}") r`,
      rowMode: "array",
    });
    lines.push(...rows.map(([row]) => `row of ${table}: ${row}`));
  }
  return lines.toSorted();
}
