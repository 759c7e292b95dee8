/** The parts of the site, in the order people come to them. */
export const siteLinks = [
  { href: '/explore', text: 'Explore' },
  { href: '/verify', text: 'Verify' },
  { href: '/bounties', text: 'Commission' },
  { href: '/board', text: 'Earn' },
] as const

/** Reading matter, apart from the parts of the site. */
export const readLinks = [
  { href: '/trees', text: 'Records' },
  { href: '/docs', text: 'Docs' },
] as const
