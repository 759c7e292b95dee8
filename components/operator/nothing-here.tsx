'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { consolePages, isWithin } from './pages.ts'

/** The console's page for an unknown address. */
export function NothingHere() {
  const path = usePathname()
  const section = consolePages.find(({ href }) => isWithin(href, path))
  return (
    <div className="grid justify-items-start gap-4">
      <h1 className="text-xl">Page not found</h1>
      <p className="max-w-[65ch] text-soft">
        The console has no page at this address, or no record with this id. To find something by its id, use
        the search above.
      </p>
      <div className="flex flex-wrap gap-3">
        {section && (
          <Link href={section.href} className="button button-main">
            {section.text}
          </Link>
        )}
        <Link href="/operator" className={section ? 'button' : 'button button-main'}>
          Overview
        </Link>
      </div>
    </div>
  )
}
