import type { Sql } from '#lib/adapters/db'

/** Keeps all tables as they are now; the answer puts them back, as restoring a backup does. Time does not go back. */
export async function backUp(sql: Sql): Promise<() => Promise<void>> {
  const tables = (
    await sql<{ name: string }[]>`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'service_clock'`
  ).map(({ name }) => name)
  await sql.unsafe('drop schema if exists backup cascade; create schema backup')
  for (const name of tables) await sql.unsafe(`create table backup."${name}" as table public."${name}"`)
  return async () => {
    await sql.begin(async (tx) => {
      // Neither triggers nor foreign keys: what is put back was consistent when it was kept.
      await tx.unsafe(`set local session_replication_role = 'replica'`)
      await tx.unsafe(`truncate ${tables.map((name) => `public."${name}"`).join(', ')}`)
      for (const name of tables)
        await tx.unsafe(`insert into public."${name}" overriding system value select * from backup."${name}"`)
    })
  }
}
