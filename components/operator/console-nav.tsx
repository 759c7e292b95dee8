'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { SignedInAs } from '#components/wallet/sign-in'
import { DemoMark } from '../site/demo-mark.tsx'
import { Mark } from '../site/mark.tsx'
import { countByPage, countText, type NeedCount } from './overview/incidents.ts'
import { useOverviewInFrame } from './overview/use-overview.ts'
import { consolePages, isWithin, operatorsGuide } from './pages.ts'
import { TimeFormatChoice } from './time-format.tsx'
import { useTitleCount } from './use-title-count.ts'

/** The console's pages with what needs a person on each. On a phone they are behind a button, above the page. */
export function ConsoleNav({ isDemo }: { isDemo: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const here = usePathname()
  const needs = useOverviewInFrame().data?.needs ?? []
  const counts = countByPage(needs)
  useTitleCount(needs.length)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const ending = new AbortController()
    const { signal } = ending
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setIsOpen(false)
      button.current?.focus()
    }
    const onPress = ({ target }: PointerEvent) => {
      if (!frame.current?.contains(target as Node)) setIsOpen(false)
    }
    document.addEventListener('keydown', onKey, { signal })
    document.addEventListener('pointerdown', onPress, { signal })
    return () => ending.abort()
  }, [isOpen])
  return (
    <div
      ref={frame}
      className="flex flex-col gap-5 max-lg:relative max-lg:border-b max-lg:border-line max-lg:px-4 max-lg:py-2 sm:max-lg:px-8 lg:sticky lg:top-0 lg:h-dvh lg:overflow-y-auto lg:border-r lg:border-line lg:px-4 lg:py-5"
    >
      <div className="flex items-center justify-between gap-3">
        <Link
          href="/operator"
          title="Overview"
          className="flex min-h-11 items-center gap-2.5 text-lg lg:px-1 font-semibold tracking-tight"
        >
          <Mark className="size-7" />
          Operations
        </Link>
        {/* The hidden header of the site has a mark too. */}
        {isDemo && <DemoMark noteId="console-demo-note" />}
        <button
          ref={button}
          type="button"
          className="button ml-auto lg:hidden"
          aria-expanded={isOpen}
          aria-controls="console-pages"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Close' : 'Menu'}
          <Count page="/operator" of={isOpen ? undefined : counts.get('/operator')} />
        </button>
      </div>
      <div
        id="console-pages"
        className={`grow flex-col justify-between gap-6 lg:flex ${isOpen ? 'flex max-lg:absolute max-lg:inset-x-0 max-lg:top-full max-lg:z-20 max-lg:border-b max-lg:border-line max-lg:bg-ground max-lg:px-4 max-lg:py-3 max-lg:shadow-lg sm:max-lg:px-8' : 'hidden'}`}
      >
        <nav aria-label="Console">
          <ul className="grid gap-0.5 max-lg:grid-cols-2">
            {consolePages.map(({ href, text }) => (
              <li key={href}>
                <Link
                  href={href}
                  aria-current={isWithin(href, here) ? 'page' : undefined}
                  className="flex min-h-11 items-center justify-between gap-2 rounded-sm px-3 text-sm font-medium text-soft hover:bg-sunken hover:text-ink aria-[current]:bg-ink aria-[current]:font-semibold aria-[current]:text-ground lg:min-h-10"
                  onClick={() => setIsOpen(false)}
                >
                  {text}
                  <Count page={href} of={counts.get(href)} />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid justify-items-start gap-3 px-1">
          <ul className="flex flex-wrap gap-x-5 text-sm">
            {[operatorsGuide, { href: '/', text: 'Public site' }].map(({ href, text }) => (
              <li key={href}>
                <Link
                  href={href}
                  prefetch={false}
                  className="inline-block min-h-11 content-center text-soft underline underline-offset-4 hover:text-ink lg:min-h-8"
                >
                  {text}
                </Link>
              </li>
            ))}
          </ul>
          <div className="grid gap-1">
            <span aria-hidden="true" className="caption">
              Times
            </span>
            <TimeFormatChoice />
          </div>
          <SignedInAs />
        </div>
      </div>
    </div>
  )
}

/** In the colours of the headline. */
function Count({ page, of }: { page: string; of: NeedCount | undefined }) {
  if (!of || of.count === 0) return null
  const text = countText(page, of)
  return (
    <span
      title={text}
      className={`grid h-5 min-w-5 place-items-center rounded-full px-1.5 text-2xs font-semibold text-ground tabular-nums ${of.isUrgent ? 'bg-bad' : 'bg-wait'}`}
    >
      <span aria-hidden="true">{of.count}</span>
      <span className="sr-only">, {text}</span>
    </span>
  )
}
