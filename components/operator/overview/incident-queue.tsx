'use client'
import Link from 'next/link'
import { useState } from 'react'
import { CopyButton } from '#components/ui/copy-button'
import { parseUsdc, readableUsdc } from '#lib/domain/money/money'
import type { Need } from '#lib/schemas/operator-overview'
import { StepMark } from '../../ui/step-mark.tsx'
import { Hash } from '../hash.tsx'
import { isUrgent, nextStepOf, orderIncidents, waitingText } from './incidents.ts'

const grid =
  'grid gap-x-5 gap-y-3 px-5 md:grid-cols-[1.25rem_minmax(0,1fr)_6.5rem_4.5rem_9.5rem] xl:grid-cols-[1.25rem_minmax(0,1fr)_9rem_6rem_11rem]'

/** Incidents that need an operator, urgent ones first, each with one next step. */
export function IncidentQueue({ needs: all }: { needs: readonly Need[] }) {
  // The banner of a frozen service says what it means, and has the button.
  const needs = all.filter(({ alert }) => alert !== 'CairnFrozen')
  if (needs.length === 0) return null
  return (
    <section aria-label="Needs you" className="rounded-lg border border-line bg-raised">
      <div aria-hidden="true" className={`${grid} py-2.5 text-xs text-soft max-md:hidden`}>
        <span className="col-start-2">What</span>
        <span>Money</span>
        <span>Waiting</span>
      </div>
      <ol className="divide-y divide-line md:border-t md:border-line">
        {orderIncidents(needs).map((need) => (
          <Incident
            key={`${need.alert} ${need.subject} ${need.id} ${need.id === null ? need.text : ''}`}
            need={need}
          />
        ))}
      </ol>
    </section>
  )
}

function Incident({ need }: { need: Need }) {
  const { text, id, usdc } = need
  const waited = waitingText(need)
  const [isOpen, setIsOpen] = useState(false)
  const step = nextStepOf(need)
  const isNow = isUrgent(need)
  const look = `button w-full ${isNow ? 'button-main' : ''}`
  const toggle = { type: 'button', 'aria-expanded': isOpen, onClick: () => setIsOpen(!isOpen) } as const
  return (
    <li className="py-4">
      <div className={`${grid} items-center`}>
        <span className="max-md:hidden">
          <StepMark is={isNow ? 'wrong' : 'now'} />
        </span>
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">
            <span className={`md:sr-only ${isNow ? 'text-bad' : 'text-wait'}`}>
              {isNow ? 'Now: ' : 'Soon: '}
            </span>
            {text}
          </p>
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-soft">
            {id && <Hash value={id.split(':').at(-1)!} label="the id" />}
            {step.does === 'open' && (
              <button {...toggle} className="min-h-8 underline underline-offset-4 pointer-coarse:min-h-11">
                What to do<span className="sr-only"> about: {text}</span>
              </button>
            )}
          </p>
        </div>
        <div className="flex flex-wrap items-baseline gap-x-3 empty:hidden md:contents">
          <p className={`font-semibold tabular-nums ${usdc === null ? 'text-soft max-md:hidden' : ''}`}>
            {usdc === null ? '–' : `${readableUsdc(parseUsdc(usdc))} USDC`}
          </p>
          <p
            className={`text-sm whitespace-nowrap tabular-nums ${waited === null ? 'text-soft max-md:hidden' : ''}`}
          >
            {waited === null ? (
              '–'
            ) : (
              <>
                <span className="md:hidden">Waiting for </span>
                {waited}
              </>
            )}
          </p>
        </div>
        {step.does === 'open' ? (
          <Link href={step.href} className={look}>
            {step.text}
          </Link>
        ) : (
          <button {...toggle} className={look}>
            {step.does === 'address' ? 'Show address' : 'Open runbook'}
          </button>
        )}
      </div>
      {isOpen && (
        <Advice need={need} address={step.does === 'address' ? id!.split(':').at(-1)! : undefined} />
      )}
    </li>
  )
}

/** The advice from docs/operations.md and, for gas, the address to send it to. */
function Advice({ need, address }: { need: Need; address: string | undefined }) {
  return (
    <div className="mx-5 mt-4 grid gap-2 rounded-md bg-sunken p-4 text-sm md:ml-15">
      {address && (
        <p className="flex items-center gap-2 text-base">
          <code className="min-w-0 wrap-anywhere">{address}</code>
          <CopyButton text={address} label="Copy the address" />
        </p>
      )}
      {need.runbook?.split('\n').map((line) => (
        <RunbookLine key={line} text={line} />
      ))}
      <p className="text-soft">
        From the{' '}
        <Link href={`/docs/operations#${need.alert.toLowerCase()}`} className="link">
          operators’ guide<span className="sr-only"> about {need.alert}</span>
        </Link>
        , <code>{need.alert}</code>
      </p>
    </div>
  )
}

/** A paragraph or list item, with text between backticks as code, and addresses of the console as links. */
function RunbookLine({ text }: { text: string }) {
  return (
    // The lines after the first of a list item begin below its text.
    <p className={`max-w-[65ch] ${/^(•|\d+\.) /.test(text) ? 'pl-[1em] -indent-[1em]' : ''}`}>
      {text.split('`').map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : part.startsWith('/operator') ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never changes
          <Link key={index} href={part} className="link">
            <code className="wrap-anywhere">{part}</code>
          </Link>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never changes
          <code key={index} className="wrap-anywhere">
            {part}
          </code>
        ),
      )}
    </p>
  )
}
