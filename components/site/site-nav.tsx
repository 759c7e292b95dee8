'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { siteLinks } from './links.ts'

/** The way about: in a row where there is room, else behind one button. */
export function SiteNav() {
  const path = usePathname()
  const menu = useRef<HTMLDivElement>(null)
  // A link inside leads to another page of the same document: nothing else would close it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what it follows
  useEffect(() => menu.current?.hidePopover(), [path])
  const here = (href: string) => (path === href || path.startsWith(`${href}/`) ? 'page' : undefined)
  return (
    <nav aria-label="Site">
      <ul className="-mr-3 hidden sm:flex">
        {siteLinks.map(({ href, text }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={here(href)}
              className="flex min-h-11 items-center px-3 text-sm text-soft underline-offset-[0.45em] decoration-2 hover:text-ink hover:underline aria-[current]:text-ink aria-[current]:underline aria-[current]:decoration-lichen-shade"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
      <button type="button" popoverTarget="site-menu" className="button sm:hidden">
        Menu
      </button>
      <div
        ref={menu}
        id="site-menu"
        popover="auto"
        className="inset-auto top-16 right-4 m-0 w-52 rounded-md border border-edge bg-raised p-2 text-ink shadow-lg sm:hidden"
      >
        <ul>
          {siteLinks.map(({ href, text }) => (
            <li key={href}>
              <Link
                href={href}
                aria-current={here(href)}
                className="flex min-h-11 items-center rounded-sm px-3 hover:bg-sunken aria-[current]:font-semibold"
              >
                {text}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}
