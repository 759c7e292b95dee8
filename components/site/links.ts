/** The parts of the site, in the order people come to them. */
export const siteLinks = [
  { href: '/explore', text: 'Explore' },
  { href: '/verify', text: 'Verify' },
  { href: '/bounties', text: 'Commission' },
  { href: '/board', text: 'Film' },
  { href: '/trees', text: 'Trees' },
  { href: '/docs', text: 'Docs' },
] as const
