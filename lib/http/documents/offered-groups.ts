import type { Env } from '#lib/adapters/env'
import { catalog, type Group } from '#lib/operations/catalog'

/** The groups of operations with those that exist in this deployment. A group without one is left out. */
export function offeredGroups(env: Pick<Env, 'mode'>, offered: readonly Group[] = catalog): Group[] {
  return offered
    .map((group) => ({
      ...group,
      operations: group.operations.filter(
        (one) => !('existsIn' in one) || one.existsIn?.(env as Env) !== false,
      ),
    }))
    .filter(({ operations }) => operations.length > 0)
}
