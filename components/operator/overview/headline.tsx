'use client'
import { type ReactNode, useState } from 'react'
import type { Headline, Tone } from './incidents.ts'

const looks: Record<Tone, { frame: string; disc: string; sign: string }> = {
  good: { frame: '[--tone:var(--good)]', disc: 'bg-good', sign: 'M7 12.5l3.5 3.5L17 8.5' },
  bad: { frame: '[--tone:var(--bad)]', disc: 'bg-bad', sign: 'M12 6v7m0 4v.5' },
  soon: {
    frame: '[--tone:var(--wait)]',
    disc: 'bg-wait',
    sign: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17zM12 8v4.3l2.8 1.9',
  },
  unknown: {
    frame: '[--tone:var(--wait)]',
    disc: 'bg-wait',
    sign: 'M9 9.3a3 3 0 1 1 4.4 2.6c-.9.5-1.4 1-1.4 2m0 3.1v.4',
  },
}

/** Says if an operator is needed, with a symbol in addition to the colour, and the detail below. */
export function HeadlinePanel({ headline, children }: { headline: Headline; children?: ReactNode }) {
  const { frame, disc, sign } = looks[headline.tone]
  return (
    <section
      aria-label="Is anything wrong"
      data-tone={headline.tone}
      className={`flex items-start gap-4 rounded-lg border border-[color-mix(in_srgb,var(--tone)_35%,var(--line))] bg-[color-mix(in_srgb,var(--tone)_8%,var(--raised))] p-5 sm:items-center sm:gap-6 sm:p-7 ${frame}`}
    >
      <span
        className={`grid size-11 flex-none place-items-center rounded-full text-ground sm:size-13 ${disc}`}
      >
        <svg
          viewBox="0 0 24 24"
          aria-hidden="true"
          className="size-7"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d={sign} />
        </svg>
      </span>
      <div className="min-w-0">
        <p
          role="status"
          className="text-[clamp(1.4rem,1.1rem+1.4vw,2.25rem)] leading-tight font-semibold tracking-[-0.02em] [word-spacing:0.08em] text-balance wrap-anywhere"
        >
          {headline.text}
        </p>
        {headline.detail && <Detail text={headline.detail} />}
        {children}
      </div>
    </section>
  )
}

/** On phones the first sentence and a button for the rest, if there is more; elsewhere all of it. */
function Detail({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const [first, ...others] = text.split(/(?<=[.?!]) (?=\p{Lu})/u)
  return (
    <div className="mt-1.5 max-w-[65ch] text-soft">
      <p className="text-pretty wrap-anywhere">
        {first}
        {others.length > 0 && <span className={isOpen ? '' : 'max-sm:hidden'}> {others.join(' ')}</span>}
      </p>
      {others.length > 0 && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="min-h-8 text-sm underline underline-offset-4 pointer-coarse:min-h-11 sm:hidden"
        >
          {isOpen ? 'Show less' : 'Show more'}
        </button>
      )}
    </div>
  )
}
