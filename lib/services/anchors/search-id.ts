import 'server-only'
import type { Context } from '#lib/adapters/context'
import { fromHex, toHex } from '#lib/domain/proof/leaf'
import type { SearchedId } from '#lib/domain/proof/searched-id'
import type { SearchAnswer, SearchKind, SearchMatch } from '#lib/schemas/trees'

type Searchable = Exclude<SearchedId, { form: 'unreadable' }>

const hashKinds: SearchKind[] = ['fingerprint', 'leaf', 'root', 'attestation', 'transaction']
const lookedFor: Record<Searchable['form'], SearchKind[]> = {
  hash: hashKinds,
  fingerprint: ['fingerprint'],
  tree_number: ['tree'],
  place: [],
  address: [],
}

/**
 * Finds the trees of an id. Only final trees are found; a fingerprint that is not anchored yet is reported as pending and nothing
 * else. The search goes from a fingerprint to its leaf only: a leaf or root reveals nothing about the file.
 */
export async function searchId(args: {
  ctx: Pick<Context, 'sql'>
  input: Searchable
}): Promise<SearchAnswer> {
  const { ctx, input } = args
  const { form, value } = input
  const kinds = lookedFor[form]
  return {
    form,
    looked_for: kinds,
    matches:
      form === 'tree_number'
        ? await findTree(ctx, Number(value))
        : kinds.length > 0
          ? await findHash(ctx, fromHex(value), kinds)
          : [],
  }
}

async function findTree({ sql }: Pick<Context, 'sql'>, treeId: number): Promise<SearchMatch[]> {
  const rows = await sql`select 1 from tree where tree_id = ${treeId} and state = 'final'`
  return rows.map(() => ({ kind: 'tree', state: 'anchored', tree_id: treeId, leaf_hash: null }))
}

async function findHash(
  { sql }: Pick<Context, 'sql'>,
  hash: Uint8Array,
  kinds: readonly SearchKind[],
): Promise<SearchMatch[]> {
  const rows = await sql.unsafe(findHashSql, [hash], { prepare: true })
  return rows
    .filter((row) => kinds.includes(row.kind))
    .map((row) => ({
      kind: row.kind,
      state: row.tree_id === null ? 'pending' : 'anchored',
      tree_id: row.tree_id,
      leaf_hash: row.tree_id === null || row.leaf_hash === null ? null : toHex(new Uint8Array(row.leaf_hash)),
    }))
}

/** Each part reads few rows by an index. The manifest of a 3D model is a leaf but not an observation. */
export const findHashSql = `
select 'fingerprint' as kind, tree.tree_id, coalesce(observation.leaf_hash, capture.leaf_hash) as leaf_hash
from capture
left join tree on tree.tree_id = capture.tree_id and tree.state = 'final'
left join observation on observation.sha256 = capture.sha256
where capture.sha256 = $1
union all
select 'leaf', observation.tree_id, observation.leaf_hash from observation where observation.leaf_hash = $1
union all
select 'leaf', tree.tree_id, capture.leaf_hash
from capture join tree on tree.tree_id = capture.tree_id and tree.state = 'final'
where capture.leaf_hash = $1
union all
select 'root', tree_id, null from tree where root = $1 and state = 'final'
union all
select 'attestation', tree_id, null from tree where attest_uid = $1 and state = 'final'
union all
select 'transaction', tree_id, null from tree where attest_tx = $1 and state = 'final'`
