import type { Metadata } from 'next'
import Link from 'next/link'
import { DocsSearch } from '#components/docs/search'

export const metadata: Metadata = { title: 'Page not found' }

export default function DocsNotFound() {
  return (
    <div className="page grid min-h-[60dvh] content-center gap-4 py-16">
      <h1 className="text-2xl">Page not found</h1>
      <p className="max-w-[46ch] text-lg text-soft">
        The documentation has no page at this address. Search it, or read on from its start.
      </p>
      <div className="w-full max-w-md">
        <DocsSearch />
      </div>
      <p className="mt-2 flex flex-wrap gap-2">
        <Link href="/docs" className="button button-main">
          Start of the docs
        </Link>
        <Link href="/docs/reference" className="button">
          All operations
        </Link>
      </p>
    </div>
  )
}
