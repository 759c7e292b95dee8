import postgres from 'postgres'

/** A route with one prepared `select` of a row by its key. */
export const dynamic = 'force-dynamic'

const sql = postgres(process.env.DATABASE_URL!, { max: 13 })

export async function GET(_: Request, context: { params: Promise<{ sha256: string }> }): Promise<Response> {
  const { sha256 } = await context.params
  const [row] = await sql`
    select encode(sha256, 'hex') as sha256, cell::text, recency, tree_id
    from observation where sha256 = ${Buffer.from(sha256, 'hex')}`
  return Response.json(row ?? { verified: false })
}
