/** The pages of the console, in the order of its navigation. `words`: other search terms for them. */
export const consolePages = [
  { href: '/operator', text: 'Overview', words: 'home incidents status freeze' },
  { href: '/operator/bounties', text: 'Bounties', words: 'escrow stuck refunds cancelled expired' },
  {
    href: '/operator/payments',
    text: 'Payments',
    words: 'money refunds unmatched unsolicited deposits send back',
  },
  { href: '/operator/chains', text: 'Chains', words: 'transactions endpoints gas nonces sender queues' },
  { href: '/operator/jobs', text: 'Jobs', words: 'films previews models workers' },
  { href: '/operator/reports', text: 'Reports', words: 'abuse safety hide ban moderation' },
  { href: '/operator/captures', text: 'Captures', words: 'trees manifests withdrawn' },
  { href: '/operator/keys', text: 'API keys', words: 'enterprise accounts tiers' },
  { href: '/operator/limits', text: 'Limits', words: 'wallets budgets' },
  { href: '/operator/requests', text: 'Requests', words: 'errors answers' },
  { href: '/operator/figures', text: 'Figures', words: 'charts history audits queues workers keys' },
  { href: '/operator/log', text: 'Audit log', words: 'operators actions' },
] as const

/** The documentation for operators, beside the console's pages. */
export const operatorsGuide = {
  href: '/docs/operations',
  text: 'Operators’ guide',
  words: 'help documentation documents runbooks alerts alarms settings backups',
} as const

/** True if the page at `path` belongs to this entry of the navigation. */
export function isWithin(href: string, path: string): boolean {
  return href === '/operator' ? path === href : path === href || path.startsWith(`${href}/`)
}
