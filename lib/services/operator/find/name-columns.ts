import 'server-only'
import type { Context } from '#lib/adapters/context'
import { actionNames } from '#lib/domain/access/action-text'

/** Names of operations as operators know them, by `operationId`. */
export type OperationNames = Readonly<Record<string, string>>

/** What the queries for an id read: tables, networks, and the names of operations. */
export type FindContext = Pick<Context, 'sql' | 'env'> & { operationNames: OperationNames }

/** SQL expressions that replace the ids in a column by names. An id without a name stays, except those of operations and actions, which become words. */
export function nameColumns({ sql, env, operationNames }: FindContext) {
  const networkNames = Object.fromEntries(env.networks.map(({ id, name }) => [id, name]))
  const chainNames = Object.fromEntries(env.networks.map(({ chainId, name }) => [chainId, name]))
  const nameOf = (names: OperationNames, column: string) =>
    sql`coalesce(${JSON.stringify(names)}::text::jsonb ->> ${sql(column)}::text, ${sql(column)}::text)`
  return {
    /** The operations of the console have no names there: `runAction` is `run action`. */
    operation: (column = 'operation') =>
      sql`coalesce(${JSON.stringify(operationNames)}::text::jsonb ->> ${sql(column)}::text,
        lower(regexp_replace(${sql(column)}::text, '(?<=[a-z])([A-Z])', ' \\1', 'g')))`,
    network: (column = 'network') => nameOf(networkNames, column),
    chain: (column = 'chain_id') => nameOf(chainNames, column),
    /** An action of operators. One without a name of its own becomes words. */
    action: () =>
      sql`coalesce(${JSON.stringify(actionNames)}::text::jsonb ->> action, replace(action, '_', ' '))`,
    /** A stored state or kind: `bounty_cancel` is `bounty cancel`. */
    words: (column: string) => sql`replace(${sql(column)}::text, '_', ' ')`,
  }
}
