import { openClient, type Sql } from '#lib/adapters/db/driver/open-client'

/** One of `count` databases for observations: that of the cells whose remainder by `count` is `place` − 1. */
export type Shard = { place: number; count: number; url: string }

/** Runs statements on a shard, one after the other on one connection. */
export async function withShard<Result>(shard: Shard, run: (sql: Sql) => Promise<Result>): Promise<Result> {
  const sql = openClient(shard.url, { max: 1, connect_timeout: 10, onnotice: () => {} })
  try {
    return await run(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** A text in a statement that takes no parameters, such as one that changes the schema. */
export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
