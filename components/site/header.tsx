import Link from 'next/link'
import { Mark } from './mark.tsx'

const links = [
  { href: '/verify', text: 'Verify' },
  { href: '/#query', text: 'Query' },
  { href: '/board', text: 'Bounties' },
  { href: '/#trees', text: 'Trees' },
]

export function Header() {
  return (
    <header className="border-b border-line">
      <div className="page flex min-h-16 items-center justify-between gap-2 max-[22rem]:gap-0">
        <Link
          href="/"
          className="-ml-1 flex items-center gap-2 p-1 text-lg max-[22rem]:gap-1 font-semibold tracking-tight"
        >
          <Mark className="size-7" />
          Cairn
        </Link>
        <nav aria-label="Site">
          <ul className="-mr-1.5 flex sm:-mr-3">
            {links.map((link) => (
              <li key={link.href}>
                <Link
                  href={link.href}
                  className="flex min-h-11 items-center px-1.5 text-xs max-[22rem]:px-1 text-soft underline-offset-4 hover:text-ink hover:underline sm:px-3 sm:text-sm"
                >
                  {link.text}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  )
}
