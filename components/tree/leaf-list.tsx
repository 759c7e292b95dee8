'use client'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { shortHash } from '#components/ui/hash'

type Props = {
  treeId: number
  /** The leaves of this page. */
  shown: readonly string[]
  /** Index of the first leaf, from 0. */
  first: number
  page: number
  pageCount: number
}

/** One page of the leaves of a tree: hashes that reveal nothing about the captures. */
export function LeafList({ treeId, shown, first, page, pageCount }: Props) {
  const marked = useSearchParams().get('leaf')?.toLowerCase()
  return (
    <section aria-labelledby="leaves">
      <h2 id="leaves" className="text-xl">
        Leaves
      </h2>
      <p className="mt-2 max-w-[62ch] text-soft">
        One hash per capture, in random order. A hash says nothing about place, time or file. Choose a leaf to
        see its path to the root.
      </p>
      <ol
        start={first + 1}
        className="mt-5 grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-x-4 border-t border-line"
      >
        {shown.map((leaf, offset) => (
          <li key={leaf} className="border-b border-line">
            <Link
              href={`/trees/${treeId}?leaf=${leaf}${page > 1 ? `&page=${page}` : ''}#path`}
              prefetch={false}
              aria-current={leaf === marked ? 'true' : undefined}
              className="flex min-h-10 items-center gap-3 rounded-sm px-2 text-sm hover:bg-sunken aria-current:bg-lichen aria-current:text-on-lichen"
            >
              <span className="w-10 flex-none text-right text-xs tabular-nums opacity-80">
                {first + offset + 1}
              </span>
              <code className="min-w-0 wrap-anywhere">{shortHash(leaf)}</code>
            </Link>
          </li>
        ))}
      </ol>
      {pageCount > 1 && (
        <nav aria-label="Pages of leaves" className="mt-5 flex items-center gap-3 text-sm">
          <PageLink treeId={treeId} page={page - 1} pageCount={pageCount} text="Previous" />
          <PageLink treeId={treeId} page={page + 1} pageCount={pageCount} text="Next" />
          <span className="text-soft">
            Page {page} of {pageCount}
          </span>
        </nav>
      )}
    </section>
  )
}

function PageLink(props: { treeId: number; page: number; pageCount: number; text: string }) {
  const { page, pageCount } = props
  if (page < 1 || page > pageCount) return null
  return (
    <Link
      className="button"
      href={`/trees/${props.treeId}${page > 1 ? `?page=${page}` : ''}#leaves`}
      prefetch={false}
    >
      {props.text}
    </Link>
  )
}
