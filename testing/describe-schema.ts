import type { Sql } from '#lib/adapters/db'

/**
 * The schema `public` of a database as text: tables with columns, constraints, indexes, triggers and rows, then functions and
 * everything else. It does not depend on the order in which things were created, and names only what differs from PostgreSQL's
 * defaults. Rows are meant for a fresh database.
 */
export async function describeSchema(sql: Sql): Promise<string> {
  const lines = await sql.unsafe<{ block: string; line: string }[]>(linesSql)
  const tables = await sql<
    { name: string }[]
  >`select tablename as name from pg_tables where schemaname = 'public'`
  const rows = new Map<string, string[]>()
  for (const { name } of tables) {
    const stored = await sql.unsafe<{ row: string }[]>(
      `select t::text as row from public."${name}" t order by 1`,
    )
    rows.set(
      `table ${name}`,
      stored.map(({ row }) => `  row ${row}`),
    )
  }
  const blocks = Map.groupBy(lines, ({ block }) => block)
  return [...blocks]
    .map(([block, found]) => [...found.map(({ line }) => line), ...(rows.get(block) ?? [])].join('\n'))
    .join('\n\n')
    .concat('\n')
}

const linesSql = `
with
  tables as (
    select 'table ' || relname as block, * from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')),
  described as (
    select block, 1 as rank, '' as name, concat_ws(' ', block,
      case when relkind not in ('r', 'p') then 'kind ' || relkind::text end,
      'partition by ' || case when relkind = 'p' then pg_get_partkeydef(oid) end,
      'partition ' || pg_get_expr(relpartbound, oid),
      case when relpersistence <> 'p' then 'unlogged' end,
      case when relrowsecurity then 'row security' end,
      'with (' || array_to_string(reloptions, ', ') || ')',
      'grants ' || relacl::text,
      'comment ' || obj_description(oid, 'pg_class')) as line
    from tables
    union all
    select block, 2, attname, '  ' || concat_ws(' ', attname, format_type(atttypid, atttypmod),
      case when attnotnull then 'not null' end,
      case when attidentity <> '' then 'identity ' || attidentity::text end,
      case when attgenerated <> '' then 'generated ' || attgenerated::text end,
      'default ' || pg_get_expr(adbin, adrelid),
      case when attcollation <> typcollation then 'collation ' || attcollation::regcollation end,
      case when attstorage <> typstorage then 'storage ' || attstorage::text end,
      case when attcompression <> '' then 'compression ' || attcompression::text end,
      'statistics ' || attstattarget,
      'with (' || array_to_string(attoptions, ', ') || ')',
      'grants ' || attacl::text,
      'comment ' || col_description(attrelid, attnum))
    from tables
    join pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped
    join pg_type on pg_type.oid = atttypid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    union all
    select block, 3, conname, '  constraint ' || conname || ' ' || pg_get_constraintdef(pg_constraint.oid, true)
    from tables join pg_constraint on conrelid = tables.oid and contype not in ('n', 't')
    union all
    select block, 4, index.relname, '  ' || concat_ws(' ', pg_get_indexdef(indexrelid),
      case when not indisvalid then 'invalid' end)
    from tables join pg_index on indrelid = tables.oid join pg_class index on index.oid = indexrelid
    where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
    union all
    select block, 5, tgname, '  ' || concat_ws(' ', pg_get_triggerdef(pg_trigger.oid, true),
      case when tgenabled <> 'O' then 'enabled ' || tgenabled::text end)
    from tables join pg_trigger on tgrelid = tables.oid and not tgisinternal
    union all
    select block, 6, polname, '  policy ' || polname from tables join pg_policy on polrelid = tables.oid
    union all
    select block, 7, rulename, '  ' || pg_get_ruledef(pg_rewrite.oid, true) from tables join pg_rewrite on ev_class = tables.oid
    union all
    select 'function ' || oid::regprocedure, 8, '', rtrim(pg_get_functiondef(oid), E'\\n')
    from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select 'type ' || typname, 9, '', 'type ' || typname || ' ' || typtype::text
    from pg_type where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r', 'm')
    union all
    select 'sequence ' || sequencename, 10, '', format('sequence %s from %s by %s', sequencename, start_value, increment_by)
    from pg_sequences where schemaname = 'public' and (start_value, increment_by, cache_size, cycle) <> (1, 1, 1, false)
    union all
    select 'extension ' || extname, 11, '', 'extension ' || extname from pg_extension where extname <> 'plpgsql')
select block, line from described order by (rank > 7), block collate "C", rank, name collate "C"`
