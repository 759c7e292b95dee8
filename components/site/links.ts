/** The parts of the site, in the order in which visitors use them. */
export const siteLinks = [
  { href: '/explore', text: 'Explore' },
  { href: '/verify', text: 'Verify' },
  { href: '/bounties', text: 'Commission' },
  { href: '/board', text: 'Open bounties' },
] as const

/** The own pages of contributors. The menu of a phone has them; elsewhere the board has tabs, and a bounty these links. */
export const filmLinks = [
  { href: '/board/submissions', text: 'My films' },
  { href: '/board/earnings', text: 'Earnings' },
] as const

/** Documents, separate from the parts of the site. */
export const readLinks = [
  { href: '/trees', text: 'Records' },
  { href: '/docs', text: 'Docs', note: 'API, MCP tools, OpenAPI' },
] as const
