import Link from 'next/link'
import type { ReactNode } from 'react'
import { InlineMarkdown, type SectionLink } from './markdown.tsx'
import { DocsSearch } from './search.tsx'
import { ShowCurrent } from './show-current.tsx'

type PageLink = { path: string; title: string; group: string }

/** A page of the documentation: all pages at the left, its own sections at the right, neighbours below. */
export function DocsShell(props: {
  pages: readonly PageLink[]
  /** The path of this page. */
  path: string
  title: string
  lead: string
  /** Between title and lead. */
  above?: ReactNode
  sections?: readonly SectionLink[]
  children: ReactNode
}) {
  const { pages, path, title, lead, above, sections = [], children } = props
  const place = pages.findIndex((page) => page.path === path)
  return (
    <div className="docs page pt-8 sm:pt-12 lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)] lg:gap-x-14 xl:grid-cols-[14.5rem_minmax(0,46rem)_12rem] xl:justify-between">
      <aside className="docs-aside lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:scroll-pb-10 lg:-ml-2 lg:overflow-y-auto lg:pr-2 lg:pb-10 lg:pl-2 lg:[mask-image:linear-gradient(to_top,transparent,#000_2.5rem)]">
        <DocsSearch />
        <details className="mt-3 lg:hidden">
          <summary className="inline-flex min-h-11 items-center text-sm text-soft underline underline-offset-4 hover:text-ink">
            All pages
          </summary>
          <PageList pages={pages} path={path} label="Documentation" />
        </details>
        <div className="mt-6 hidden lg:block">
          <PageList pages={pages} path={path} label="Documentation" />
          <ShowCurrent />
        </div>
      </aside>
      <div className="docs-body min-w-0 max-lg:mt-8">
        <h1 className="text-2xl">{title}</h1>
        {above}
        <p className="mt-4 max-w-[52ch] text-lg text-balance text-soft">
          <InlineMarkdown text={lead} />
        </p>
        {children}
        <footer className="docs-aside mt-20">
          <nav aria-label="Previous and next page" className="grid gap-3 sm:grid-cols-2">
            <Neighbour page={pages[place - 1]} word="Previous" />
            <Neighbour page={pages[place + 1]} word="Next" />
          </nav>
          <p className="mt-6 text-sm text-soft">
            <a href={`${path}.md`} className="docs-link">
              This page as Markdown
            </a>
          </p>
        </footer>
      </div>
      {sections.length > 1 && (
        <nav
          aria-label="On this page"
          className="docs-aside hidden text-sm xl:sticky xl:top-6 xl:block xl:max-h-[calc(100dvh-3rem)] xl:self-start xl:overflow-y-auto xl:pb-6"
        >
          <p className="mb-2 font-semibold">On this page</p>
          <ul className="border-l border-line">
            {sections.map(({ id, text, isWithin }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className={`block text-soft wrap-anywhere hover:text-ink ${isWithin ? 'py-0.5 pl-7 text-xs' : 'py-1 pl-4'}`}
                >
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}

function PageList({ pages, path, label }: { pages: readonly PageLink[]; path: string; label: string }) {
  const groups = Map.groupBy(pages, ({ group }) => group)
  return (
    <nav aria-label={label}>
      {[...groups].map(([group, ofGroup]) => (
        <div key={group} className="mb-6">
          <p className="mb-1 px-3 text-sm font-semibold">{group}</p>
          <ul>
            {ofGroup.map((page) => (
              <li key={page.path}>
                <Link
                  href={page.path}
                  prefetch={false}
                  aria-current={page.path === path ? 'page' : undefined}
                  className="block rounded-sm px-3 py-1.5 text-sm text-soft hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:font-semibold aria-[current]:text-ink max-lg:py-2.5"
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
  if (!page) return <span className="max-sm:hidden" />
  return (
    <Link
      href={page.path}
      prefetch={false}
      className="rounded-lg border border-line px-5 py-4 hover:bg-raised sm:even:text-right"
    >
      <span className="block text-sm text-soft">{word}</span>
      <span className="font-semibold">{page.title}</span>
    </Link>
  )
}
