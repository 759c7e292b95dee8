import Link from 'next/link'

const pages = [
  { href: '/board', text: 'Open bounties' },
  { href: '/board/submissions', text: 'Your films' },
  { href: '/bounties', text: 'Your bounties' },
  { href: '/bounties/new', text: 'Post a bounty' },
] as const

/** The four pages about bounties: two for who films, two for who pays. */
export function BountiesNav({ current }: { current: (typeof pages)[number]['href'] }) {
  return (
    <nav aria-label="Bounties" className="mb-8 sm:mb-12 sm:border-b sm:border-line">
      <ul className="grid grid-cols-2 gap-x-5 sm:flex sm:gap-x-7">
        {pages.map(({ href, text }) => (
          <li key={href} className="border-b border-line sm:border-b-0">
            <Link
              href={href}
              aria-current={href === current ? 'page' : undefined}
              className="-mb-px flex min-h-11 items-center border-b-2 border-transparent text-sm text-soft hover:text-ink aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
