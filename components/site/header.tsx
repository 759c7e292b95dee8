import Link from 'next/link'
import { Mark } from './mark.tsx'
import { SiteNav } from './site-nav.tsx'

export function Header() {
  return (
    <header className="border-b border-line print:hidden">
      <div className="page flex min-h-16 items-center justify-between gap-2">
        <Link
          href="/"
          className="-ml-1 flex min-h-11 items-center gap-2 p-1 text-lg font-semibold tracking-tight"
        >
          <Mark className="size-7" />
          Cairn
        </Link>
        <SiteNav />
      </div>
    </header>
  )
}
