'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { readLinks, siteLinks } from './links.ts'

/** The site navigation: a row if there is room, otherwise behind one button. */
export function SiteNav() {
  const path = usePathname()
  const menu = useRef<HTMLDivElement>(null)
  // Both pages belong to one document, so nothing else closes the menu.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes whenever the path changes
  useEffect(() => menu.current?.hidePopover(), [path])
  const here = (href: string) => (path === href || path.startsWith(`${href}/`) ? 'page' : undefined)
  const row = (links: readonly { href: string; text: string }[]) =>
    links.map(({ href, text }) => (
      <li key={href}>
        <Link
          href={href}
          aria-current={here(href)}
          className="flex min-h-11 items-center rounded-sm px-3 text-sm text-soft hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink"
        >
          {text}
        </Link>
      </li>
    ))
  return (
    <nav aria-label="Site" className="flex flex-1 justify-end sm:justify-between">
      <ul className="hidden sm:flex">{row(siteLinks)}</ul>
      <ul className="-mr-3 hidden sm:flex">{row(readLinks)}</ul>
      <button type="button" popoverTarget="site-menu" className="button sm:hidden">
        Menu
      </button>
      <div
        ref={menu}
        id="site-menu"
        popover="auto"
        className="panel inset-auto top-17 right-4 m-0 w-56 border-edge bg-raised p-2 text-ink shadow-[0_1rem_3rem_rgb(0_0_0/0.45)] sm:hidden"
      >
        <ul>
          {[...siteLinks, ...readLinks].map(({ href, text, ...more }) => (
            <li key={href}>
              <Link
                href={href}
                aria-current={here(href)}
                className="flex min-h-11 flex-col justify-center rounded-sm px-3 hover:bg-sunken aria-[current]:font-semibold"
              >
                {text}
                {'note' in more && <span className="text-xs text-soft">{more.note}</span>}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}
