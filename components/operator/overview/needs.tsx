'use client'
import Link from 'next/link'
import type { Need } from '#lib/schemas/operator-overview'
import { StepMark } from '../../ui/step-mark.tsx'
import { hrefOf } from '../subject-link.tsx'
import { durationText } from '../time-words.ts'

/** What needs a hand, the gravest first, each with where it is dealt with and what its runbook says. */
export function Needs({ needs }: { needs: readonly Need[] }) {
  const now = needs.filter(({ severity }) => severity === 'page').length
  return (
    <section aria-labelledby="needs" className="grid gap-3">
      <h2 id="needs" className="text-lg">
        {needs.length === 0 ? 'Nothing needs a hand' : 'Needs a hand'}
        {now > 0 && now < needs.length && (
          <span className="ml-2 text-sm font-normal text-soft">{now} of them now</span>
        )}
      </h2>
      {needs.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line bg-raised">
          {needs.map((need) => (
            <NeedLine
              key={`${need.alert} ${need.subject} ${need.id} ${need.id === null ? need.text : ''}`}
              need={need}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function NeedLine({ need }: { need: Need }) {
  const { alert, severity, text, subject, id, runbook, for_seconds } = need
  const isNow = severity === 'page'
  return (
    <li className="grid gap-x-3 px-4 py-2.5 sm:grid-cols-[6rem_1fr_auto]">
      <span
        className={`inline-flex items-center gap-1.5 self-start text-sm ${isNow ? 'font-semibold text-bad' : 'text-wait'}`}
      >
        <StepMark is={isNow ? 'wrong' : 'now'} />
        {isNow ? 'Now' : 'Soon'}
      </span>
      <div className="min-w-0">
        <Link href={hrefOf(subject, id)} className="link [overflow-wrap:anywhere]">
          {text}
        </Link>
        <details className="text-sm text-soft">
          <summary className="min-h-8 content-center pointer-coarse:min-h-11">
            What to do <span className="sr-only">about: {text}</span>
          </summary>
          {runbook && (
            <div className="grid max-w-[70ch] gap-2 text-ink">
              {runbook.split('\n').map((line) => (
                <RunbookLine key={line} text={line} />
              ))}
            </div>
          )}
          <p className="pb-2">
            In docs/operations.md under <code className="text-xs">{alert}</code>
          </p>
        </details>
      </div>
      {for_seconds !== null && (
        <span className="text-sm whitespace-nowrap text-soft tabular-nums">
          for {durationText(for_seconds)}
        </span>
      )}
    </li>
  )
}

/** A paragraph or point, with what stands between backticks as code. */
function RunbookLine({ text }: { text: string }) {
  return (
    <p>
      {text.split('`').map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never changes
          <code key={index} className="[overflow-wrap:anywhere]">
            {part}
          </code>
        ),
      )}
    </p>
  )
}
