import Link from 'next/link'
import { siteLinks } from './links.ts'

const records = [
  { href: '/solvency', text: 'Where the money is' },
  { href: '/refund.html', text: 'Refund without us' },
  { href: '/openapi.json', text: 'OpenAPI' },
  { href: '/llms.txt', text: 'llms.txt' },
  { href: '/api/ready', text: 'Status' },
]

export function Footer() {
  return (
    <footer className="mt-24 border-t border-line py-10 text-sm text-soft print:hidden">
      <div className="page grid gap-x-10 gap-y-6 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
        <div className="max-w-[44ch] space-y-2">
          <p>Cairn keeps places as six-character geohash cells, and nothing finer.</p>
          <p>Anchored with the Ethereum Attestation Service on Base (chain 8453).</p>
        </div>
        <Column label="Parts of this site" links={siteLinks} />
        <Column label="On the record" links={records} />
      </div>
    </footer>
  )
}

function Column({ label, links }: { label: string; links: readonly { href: string; text: string }[] }) {
  return (
    <nav aria-label={label}>
      <ul className="grid grid-cols-2 gap-x-4 sm:grid-cols-1">
        {links.map(({ href, text }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              className="inline-flex min-h-9 pointer-coarse:min-h-11 items-center underline-offset-4 hover:text-ink hover:underline"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
