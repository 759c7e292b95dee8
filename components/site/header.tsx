import Link from 'next/link'
import { Mark } from './mark.tsx'

const links = [
  { href: '/verify', text: 'Verify' },
  { href: '/#query', text: 'Query' },
  { href: '/#trees', text: 'Trees' },
]

export function Header() {
  return (
    <header className="border-b border-line">
      <div className="page flex min-h-16 items-center justify-between gap-4">
        <Link href="/" className="-ml-1 flex items-center gap-2 p-1 text-lg font-semibold tracking-tight">
          <Mark className="size-7" />
          Cairn
        </Link>
        <nav aria-label="Site">
          <ul className="-mr-3 flex">
            {links.map((link) => (
              <li key={link.href}>
                <Link
                  href={link.href}
                  className="flex min-h-11 items-center px-3 text-sm text-soft underline-offset-4 hover:text-ink hover:underline"
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
