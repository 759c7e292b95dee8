import type { Metadata } from 'next'
import Link from 'next/link'

export const metadata: Metadata = { title: 'Page not found' }

/** Any other address below `/operator`, within the console. */
export default function UnknownOperatorPage() {
  return (
    <div className="grid justify-items-start gap-4">
      <h1 className="text-xl">Page not found</h1>
      <p className="max-w-[65ch] text-soft">
        The console has no page at this address. To find something by its id, use the search above.
      </p>
      <Link href="/operator" className="button button-main">
        Overview
      </Link>
    </div>
  )
}
