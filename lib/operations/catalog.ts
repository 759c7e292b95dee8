import { accounts } from '#lib/operations/accounts'
import { board } from '#lib/operations/board'
import { bounties } from '#lib/operations/bounties'
import { bountyTokens } from '#lib/operations/bounty-tokens'
import type { AnyOperation } from '#lib/operations/define-operation'
import { enterprise } from '#lib/operations/enterprise'
import { getSolvency } from '#lib/operations/ledger'
import { likeness } from '#lib/operations/likeness'
import { notices } from '#lib/operations/notices'
import { observations } from '#lib/operations/observations'
import { proofs } from '#lib/operations/proofs'
import { reports } from '#lib/operations/reports'
import { sandbox } from '#lib/operations/sandbox'
import { service } from '#lib/operations/service'
import { submissions } from '#lib/operations/submissions'
import { listUploads } from '#lib/operations/uploads'

export type Group = { name: string; description: string; operations: readonly AnyOperation[] }

/** The group that uploads are documented in. */
export const contributors = 'Contributors'

/** Every operation of the public interface, in the order of the documentation. */
export const catalog: readonly Group[] = [
  {
    name: 'Observations',
    description: 'Attested captures of real places, by area and time, and the free check of any file.',
    operations: observations,
  },
  {
    name: 'Bounties',
    description:
      'Commission a capture: paid up front, held in escrow, released when you accept, else returned.',
    operations: [...bounties, ...bountyTokens],
  },
  {
    name: 'Proofs',
    description:
      'Everything needed to check a capture, and to see proof of funds, without trusting this service.',
    operations: [...proofs, ...likeness, getSolvency],
  },
  {
    name: contributors,
    description: 'Sign in with a wallet, find an open bounty, upload a film and submit it.',
    operations: [...accounts, ...board, listUploads, ...submissions, ...notices],
  },
  {
    name: 'Enterprise',
    description:
      'With an API key instead of payments: scored answers about an area, and a stream of new observations.',
    operations: enterprise,
  },
  {
    name: 'Service',
    description: 'Health of the service, and reports of what breaks its rules.',
    operations: [...service, ...reports],
  },
  {
    name: 'Demonstration',
    description:
      'Operations of a sandbox, which do not exist in production: test money, and a clock to move.',
    operations: sandbox,
  },
]

/** Every operation of the public interface. */
export const operations: readonly AnyOperation[] = catalog.flatMap((group) => group.operations)

/** The settings that change prices. */
export const priceSettings = operations.flatMap((one) =>
  'payment' in one && one.payment?.flow === 'authorization' ? [one.payment.price.setting] : [],
)
