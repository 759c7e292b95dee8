import type { Sql } from '#lib/adapters/db'

/** Rows of each copy: enough that half-filled pages of its indexes do not matter. */
const copiedRows = 20_000
/** A column with fewer values is a choice, such as the name of a network. */
const mostChoices = 5

type Column = { name: string; type: string; isIndexed: boolean; values: number }

/**
 * Bytes of a row of a table with its indexes and its part of the TOAST table. Copies the rows of the table, with other values in every indexed
 * column that has many, into a table with the same indexes, in the order of their making, and divides its size by their number.
 *
 * @param where the rows to copy; all unless given
 */
export async function measureRowBytes(sql: Sql, table: string, where = 'true'): Promise<number> {
  const [{ count }] = (await sql.unsafe(
    `select count(*)::int as count from ${table} where ${where}`,
  )) as unknown as [{ count: number }]
  const columns = await readColumns(sql, table)
  const times = Math.ceil(copiedRows / count)
  await sql.unsafe('create schema if not exists copies')
  const copy = `copies.${table}`
  await sql.unsafe(`drop table if exists ${copy}`)
  await sql.unsafe(
    `create table ${copy} (like public.${table} including defaults including indexes including storage)`,
  )
  const [{ empty }] = (await sql.unsafe(
    `select pg_total_relation_size('${copy}')::float8 as empty`,
  )) as unknown as [{ empty: number }]
  const values = columns.map((column) =>
    column.isIndexed && (column.values > mostChoices || column.values === count)
      ? otherValue(column)
      : `s."${column.name}"`,
  )
  await sql.unsafe(`
    insert into ${copy} (${columns.map(({ name }) => `"${name}"`).join(', ')})
    select ${values.join(', ')}
    from (select *, row_number() over () as line from ${table} where ${where}) as s, generate_series(1, ${times}) as n
    order by n, line`)
  await sql.unsafe(`vacuum analyze ${copy}`)
  const [{ full }] = (await sql.unsafe(
    `select pg_total_relation_size('${copy}')::float8 as full`,
  )) as unknown as [{ full: number }]
  await sql.unsafe(`drop table ${copy}`)
  return (full - empty) / (count * times)
}

async function readColumns(sql: Sql, table: string): Promise<Column[]> {
  const rows = await sql<{ name: string; type: string; isIndexed: boolean }[]>`
    select attname as name, format_type(atttypid, null) as type,
           exists (select from pg_index where indrelid = attrelid and attnum = any(indkey))
             -- In an expression.
             or exists (select from pg_depend join pg_index on indexrelid = objid
                        where classid = 'pg_class'::regclass and refobjid = attrelid and refobjsubid = attnum and indrelid = attrelid)
             as "isIndexed"
    from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`
  const columns: Column[] = []
  for (const row of rows) {
    const [{ values }] = (await sql.unsafe(
      `select count(distinct "${row.name}"::text)::int as values from ${table}`,
    )) as unknown as [{ values: number }]
    columns.push({ ...row, values })
  }
  return columns
}

/** An expression for another value of the same type and length. `s.line` and `n` number the copies. */
function otherValue({ name, type }: Column): string {
  const value = `s."${name}"`
  const seed = `(${value}::text || n)`
  const hash = `sha256(convert_to(${seed}, 'UTF8'))`
  switch (type) {
    case 'bigint':
      return `(${value} + n * 1000000::bigint)`
    case 'integer':
      return `(${value} + n * 1000)`
    case 'bytea':
      return `substr(${hash} || ${hash}, 1, octet_length(${value}))`
    case 'uuid':
      return `(case when ${value} is null then null else gen_random_uuid() end)`
    case 'timestamp with time zone':
      return `(${value} + n * interval '1 second')`
    case 'text':
      return `(case when ${value} ~ '[0-9a-f]{32}$' then left(${value}, -32) || md5(${seed}) else ${value} || n end)`
    default:
      return value
  }
}
