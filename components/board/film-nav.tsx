import Link from 'next/link'

const pages = [
  {
    href: '/board',
    text: 'Open bounties',
    icon: 'M12 21c4-4.600 6-8 6-10.800a6 6 0 1 0-12 0C6 13 8 16.400 12 21Zm0-8.500a2.300 2.300 0 1 0 0-4.600 2.300 2.300 0 0 0 0 4.600Z',
  },
  {
    href: '/board/submissions',
    text: 'My films',
    icon: 'M4 7.500A2 2 0 0 1 6 5.500h8a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2Zm12 3 4.500-2.500v8L16 13.500',
  },
  {
    href: '/board/earnings',
    text: 'Earnings',
    icon: 'M4 7h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2Zm0 0 11-3v3m1 6h.5',
  },
  {
    href: '/verify',
    text: 'Verify',
    icon: 'M12 3.500a8.500 8.500 0 1 1 0 17 8.500 8.500 0 0 1 0-17Zm-3.800 8.800 2.700 2.700 5-5.500',
  },
] as const

/** The pages of contributors. On a phone they are tabs at the bottom; elsewhere the header leads to Verify. */
export function FilmNav({ current }: { current: (typeof pages)[number]['href'] }) {
  return (
    <nav
      aria-label="For contributors"
      className="tab-bar z-10 border-line bg-raised max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:border-t max-sm:pb-[env(safe-area-inset-bottom)] sm:mb-6 sm:border-b sm:bg-transparent"
    >
      <ul className="flex max-sm:justify-around sm:gap-7">
        {pages.map(({ href, text, icon }) => (
          <li key={href} className="max-sm:flex-auto sm:last:hidden">
            <Link
              href={href}
              prefetch={false}
              aria-current={href === current ? 'page' : undefined}
              className="flex min-h-11 items-center text-sm text-soft hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink max-sm:min-h-15 max-sm:flex-col max-sm:justify-center max-sm:gap-0.5 max-sm:text-xs max-sm:whitespace-nowrap max-sm:aria-[current]:text-link sm:-mb-px sm:border-b-2 sm:border-transparent sm:aria-[current]:border-ink"
            >
              <svg
                viewBox="0 0 24 24"
                aria-hidden="true"
                className="size-6 sm:hidden"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.7"
                strokeLinecap="round"
                strokeLinejoin="round"
              >
                <path d={icon} />
              </svg>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
