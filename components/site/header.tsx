import Link from 'next/link'
import { DemoMark } from './demo-mark.tsx'
import { Mark } from './mark.tsx'
import { SiteNav } from './site-nav.tsx'

/** @param isDemo true in sandbox mode @param clockLead see `DemoMark` */
export function Header({ isDemo, clockLead }: { isDemo: boolean; clockLead?: string | undefined }) {
  return (
    <header className="site-header print:hidden">
      <div className="page flex min-h-16 items-center gap-x-[min(1.5rem,2vw)] sm:gap-x-6">
        <Link
          href="/"
          className="-ml-1 flex min-h-11 items-center gap-2.5 p-1 text-lg font-semibold tracking-tight"
        >
          <Mark className="size-8" />
          Cairn
        </Link>
        {isDemo && <DemoMark clockLead={clockLead} />}
        <SiteNav />
      </div>
    </header>
  )
}
