import Link from 'next/link'
import type { ReactNode } from 'react'
import { DocsSearch } from './search.tsx'
import { ShowCurrent } from './show-current.tsx'

type PageLink = { path: string; title: string; group: string }

/** A page of the documentation: all pages at its side, this one, and the ones before and after it. */
export function DocsShell(props: {
  pages: readonly PageLink[]
  /** Of this page. */
  path: string
  title: string
  lead: string
  children: ReactNode
}) {
  const { pages, path, title, lead, children } = props
  const place = pages.findIndex((page) => page.path === path)
  return (
    <div className="page pt-8 sm:pt-12 lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)] lg:gap-x-12">
      <aside className="docs-aside lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto lg:pr-2 lg:pb-6">
        <DocsSearch />
        <details className="mt-3 lg:hidden">
          <summary className="inline-flex min-h-11 items-center text-sm text-soft underline underline-offset-4 hover:text-ink">
            All pages of the documentation
          </summary>
          <PageList pages={pages} path={path} label="Documentation" />
        </details>
        <div className="mt-5 hidden lg:block">
          <PageList pages={pages} path={path} label="Documentation" />
          <ShowCurrent />
        </div>
      </aside>
      <div className="docs-body min-w-0 max-lg:mt-6">
        <h1 className="text-[clamp(1.9rem,1.4rem+2.2vw,2.75rem)] leading-[1.08]">{title}</h1>
        <p className="mt-3 max-w-[60ch] text-lg text-soft">{lead}</p>
        {children}
        <footer className="docs-aside mt-16 border-t border-line pt-5">
          <nav aria-label="Before and after" className="flex flex-wrap justify-between gap-4">
            <Neighbour page={pages[place - 1]} word="Before" />
            <Neighbour page={pages[place + 1]} word="Next" />
          </nav>
          <p className="mt-6 text-sm text-soft">
            <a href={`${path}.md`} className="docs-link">
              This page as Markdown
            </a>
          </p>
        </footer>
      </div>
    </div>
  )
}

function PageList({ pages, path, label }: { pages: readonly PageLink[]; path: string; label: string }) {
  const groups = Map.groupBy(pages, ({ group }) => group)
  return (
    <nav aria-label={label}>
      {[...groups].map(([group, ofGroup]) => (
        <div key={group} className="mb-5">
          <p className="mb-1 text-xs font-semibold">{group}</p>
          <ul>
            {ofGroup.map((page) => (
              <li key={page.path}>
                <Link
                  href={page.path}
                  prefetch={false}
                  aria-current={page.path === path ? 'page' : undefined}
                  className="block border-l-2 border-line py-1 pl-3 text-sm text-soft hover:border-edge hover:text-ink aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink max-lg:py-2"
                >
                  {page.title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function Neighbour({ page, word }: { page: PageLink | undefined; word: string }) {
  if (!page) return <span />
  return (
    <Link href={page.path} prefetch={false} className="group max-w-[20rem] text-sm last:text-right">
      <span className="block text-xs text-soft">{word}</span>
      <span className="underline-offset-4 group-hover:underline">{page.title}</span>
    </Link>
  )
}
