// The pages of the console, in the order of its navigation.

/** The pages of the console, in the order of its navigation. `words`: other search terms for them. */
export const consolePages = [
  { href: '/operator', text: 'Overview', words: 'home incidents status freeze frozen service' },
  {
    href: '/operator/bounties',
    text: 'Bounties',
    words: 'stuck refunds cancelled expired paid creating open accepting accepted failed films submissions',
  },
  {
    href: '/operator/payments',
    text: 'Payments',
    words:
      'refunds unmatched unsolicited deposits send back settled settling claimed failed void wallets nonces',
  },
  {
    href: '/operator/chains',
    text: 'Chains',
    words:
      'transactions endpoints gas low empty relayer anchor treasury nonces sender queues freeze unfreeze frozen keys queued sent mined final reverted rejected lost',
  },
  { href: '/operator/jobs', text: 'Jobs', words: 'films previews models workers' },
  { href: '/operator/reports', text: 'Reports', words: 'abuse safety hide moderation dismiss' },
  { href: '/operator/bans', text: 'Bans', words: 'ban unban banned lift wallets block moderation' },
  {
    href: '/operator/captures',
    text: 'Captures',
    words: 'trees manifests withdrawn withdraw restore places cells photos',
  },
  { href: '/operator/keys', text: 'API keys', words: 'enterprise accounts tiers create revoke' },
  { href: '/operator/limits', text: 'Limits', words: 'wallets budgets settings WALLET_ refused films bytes' },
  { href: '/operator/requests', text: 'Requests', words: 'errors answers quotes 402 refused' },
  {
    href: '/operator/figures',
    text: 'Figures',
    words:
      'charts metrics history audits queues workers keys gas revenue earned income treasury escrow books money solvency',
  },
  { href: '/operator/log', text: 'Audit log', words: 'operators actions' },
] as const

/** The documentation for operators, beside the console's pages. */
export const operatorsGuide = {
  href: '/docs/operations',
  text: 'Operators’ guide',
  words: 'help documentation documents runbooks alerts alarms settings backups',
} as const

/** A public page that operators look for by the same words as *Figures*. */
const proofOfFunds = {
  href: '/solvency',
  text: 'Proof of funds',
  words: 'books money solvency escrow reserves audit',
} as const

/** The pages that the command palette searches. */
export const palettePages = [...consolePages, proofOfFunds, operatorsGuide] as const

/** True if the page at `path` belongs to this entry of the navigation. */
export function isWithin(href: string, path: string): boolean {
  return href === '/operator' ? path === href : path === href || path.startsWith(`${href}/`)
}
