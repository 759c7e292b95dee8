'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { keepFocus } from './keep-focus.ts'
import { filmLinks, readLinks, siteLinks } from './links.ts'

/** The site navigation: a row if there is room, otherwise behind one button. */
export function SiteNav() {
  const path = usePathname()
  const menu = useRef<HTMLDivElement>(null)
  const shown = useRef(path)
  // Every page has this navigation, and it stays when a link is followed. So this runs once in a document.
  useEffect(() => {
    ;(window as { cairnRuns?: () => void }).cairnRuns?.()
    keepFocus()
  }, [])
  // Both pages belong to one document, so nothing else closes the menu. One that was opened before this script ran stays open.
  useEffect(() => {
    if (path === shown.current) return
    shown.current = path
    menu.current?.hidePopover()
  }, [path])
  const here = (href: string) => (path === href || path.startsWith(`${href}/`) ? 'page' : undefined)
  const row = (links: readonly { href: string; text: string }[]) =>
    links.map(({ href, text }) => (
      <li key={href}>
        <Link
          href={href}
          aria-current={here(href)}
          className="flex min-h-11 items-center rounded-sm px-3 text-sm whitespace-nowrap text-soft hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink"
        >
          {text}
        </Link>
      </li>
    ))
  return (
    <nav aria-label="Site" className="flex flex-1 justify-end min-[47rem]:justify-between">
      <ul className="hidden min-[47rem]:flex">{row(siteLinks)}</ul>
      <ul className="-mr-3 hidden min-[47rem]:flex">{row(readLinks)}</ul>
      <button type="button" popoverTarget="site-menu" className="button min-[47rem]:hidden">
        Menu
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links in it are what has and loses the focus */}
      <div
        ref={menu}
        id="site-menu"
        popover="auto"
        // Tab leads on behind it, and would leave it open over the page.
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!relatedTarget || currentTarget.contains(relatedTarget)) return
          // The button of the menu closes it itself.
          if ((relatedTarget as HTMLButtonElement).popoverTargetElement !== currentTarget)
            currentTarget.hidePopover()
        }}
        className="panel inset-auto top-17 right-4 m-0 w-56 border-edge bg-raised p-2 text-ink shadow-[0_1rem_3rem_rgb(0_0_0/0.45)] min-[47rem]:hidden"
      >
        <ul>
          {[...siteLinks, ...filmLinks, ...readLinks].map(({ href, text, ...more }) => (
            <li key={href}>
              <Link
                href={href}
                // The board’s own pages have links of their own here.
                aria-current={
                  path !== href && filmLinks.some((link) => link.href === path) ? undefined : here(href)
                }
                className="flex min-h-11 flex-col justify-center rounded-sm px-3 py-2 hover:bg-sunken aria-[current]:font-semibold"
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
