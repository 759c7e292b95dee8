'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { SignedInAs } from '#components/wallet/sign-in'
import { FindAnything } from './find-anything.tsx'
import { TimeFormatChoice } from './time-format.tsx'

const pages = [
  { href: '/operator', text: 'Overview' },
  { href: '/operator/bounties', text: 'Bounties' },
  { href: '/operator/payments', text: 'Payments' },
  { href: '/operator/chains', text: 'Chains' },
  { href: '/operator/jobs', text: 'Jobs' },
  { href: '/operator/limits', text: 'Limits' },
  { href: '/operator/captures', text: 'Captures' },
  { href: '/operator/keys', text: 'API keys' },
  { href: '/operator/requests', text: 'Requests' },
  { href: '/operator/log', text: 'Log' },
] as const

/** The console's pages, the one search over all of them, how times are shown, and who is at it. */
export function ConsoleNav() {
  const here = usePathname()
  const isHere = (href: string) => (href === '/operator' ? here === href : here.startsWith(href))
  return (
    <div className="grid gap-4">
      <nav aria-label="Console" className="border-b border-line">
        <ul className="flex flex-wrap gap-x-5 sm:gap-x-6">
          {pages.map(({ href, text }) => (
            <li key={href}>
              <Link
                href={href}
                aria-current={isHere(href) ? 'page' : undefined}
                className="-mb-px flex min-h-11 items-center border-b-2 border-transparent text-sm text-soft hover:text-ink aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink"
              >
                {text}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <FindAnything />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 max-sm:w-full">
          <TimeFormatChoice />
          <SignedInAs isBrief />
        </div>
      </div>
    </div>
  )
}
