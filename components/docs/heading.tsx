import type { ReactNode } from 'react'
import { HeadingLink } from './heading-link.tsx'

const looks = {
  2: 'mt-12 mb-3 text-xl',
  3: 'mt-8 mb-2 text-lg',
} as const

/** A heading with a link to itself, which appears beside it. */
export function Heading({
  level,
  id,
  text,
  children,
}: {
  level: 2 | 3
  id: string
  /** Its text for screen readers. */
  text: string
  children: ReactNode
}) {
  const Tag = `h${level}` as const
  return (
    <div className={`group flex flex-wrap items-baseline gap-x-1 ${looks[level]}`}>
      <Tag id={id} tabIndex={-1} className="min-w-0 scroll-mt-6 [overflow-wrap:anywhere]">
        {children}
      </Tag>
      <HeadingLink id={id} text={text.replaceAll('`', '')} />
    </div>
  )
}
