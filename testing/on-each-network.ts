import { describe } from 'vitest'

/**
 * Declares tests for the usual networks: on Base for `npm test`, and on Arc for `npm run test:thorough`. Networks are rows of one
 * table, and `advance-bounties`, `create-bounty` and `payment` move money on both in `npm test`.
 *
 * @param title `%s` in it is replaced with the network's id
 */
export function onEachNetwork(title: string, declare: (id: 'eip155:8453' | 'eip155:5042') => void): void {
  describe(title.replace('%s', 'eip155:8453'), () => declare('eip155:8453'))
  describe(title.replace('%s', 'eip155:5042'), { tags: 'thorough' }, () => declare('eip155:5042'))
}
