import Link from 'next/link'
import { demoFragment } from '#lib/client/trust-text'
import { siteLinks } from './links.ts'
import { Mark } from './mark.tsx'

const columns = [
  { label: 'Use it', links: siteLinks },
  {
    label: 'Check us',
    links: [
      { href: '/trees', text: 'Records' },
      { href: '/solvency', text: 'Proof of funds' },
      { href: '/refund.html', text: 'Emergency refund' },
      { href: '/check.html', text: 'Verify independently' },
      { href: '/status', text: 'Status' },
      { href: '/rules', text: 'Rules' },
      { href: '/docs/privacy', text: 'Privacy' },
      { href: '/contact', text: 'Contact' },
    ],
  },
  {
    label: 'Build',
    links: [
      { href: '/docs', text: 'Docs' },
      { href: '/docs/glossary', text: 'Glossary' },
      { href: '/openapi.json', text: 'OpenAPI' },
      { href: '/llms.txt', text: 'llms.txt' },
      { href: '/docs/credits', text: 'Credits' },
    ],
  },
] as const

/** @param isDemo true in sandbox mode */
export function Footer({ isDemo }: { isDemo: boolean }) {
  return (
    <footer className="site-footer mt-24 border-t border-line py-12 text-sm text-soft print:hidden">
      <div className="page grid gap-x-14 gap-y-10 md:grid-cols-[minmax(0,1fr)_auto]">
        <div className="max-w-[36ch] space-y-3">
          <p className="flex items-center gap-2 text-base font-semibold tracking-tight text-ink">
            <Mark className="size-6" />
            Cairn
          </p>
          <p>Records of photos and films, with a proof that anyone can check.</p>
          <p>Records name places as cells of about a kilometre, never finer.</p>
        </div>
        <div className="grid grid-cols-2 gap-x-6 gap-y-8 sm:gap-x-14 sm:grid-cols-3">
          {columns.map((column) => (
            <Column key={column.label} {...column} isDemo={isDemo} />
          ))}
        </div>
      </div>
    </footer>
  )
}

function Column({ label, links, isDemo }: (typeof columns)[number] & { isDemo: boolean }) {
  return (
    <nav aria-label={label}>
      <p className="mb-1 font-semibold text-ink">{label}</p>
      <ul>
        {links.map(({ href, text }) => (
          <li key={href}>
            <Link
              // The page asks no service, so its address says which kind it belongs to.
              href={isDemo && href === '/check.html' ? `${href}#${demoFragment}` : href}
              prefetch={false}
              className="inline-flex min-h-9 pointer-coarse:min-h-11 items-center whitespace-nowrap underline-offset-4 hover:text-ink hover:underline"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
