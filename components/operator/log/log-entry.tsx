'use client'
import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { useEffect, useRef } from 'react'
import { callApi } from '#lib/client/call-api'
import { actionText } from '#lib/domain/access/action-text'
import {
  type CheckedSignature,
  checkedSignatureSchema,
  type OperatorActionEntry,
} from '#lib/schemas/operator-action'
import { CopyButton } from '../../ui/copy-button.tsx'
import { StepMark, type StepState } from '../../ui/step-mark.tsx'
import { Facts } from '../facts.tsx'
import { Time } from '../time-format.tsx'
import { DoneBy } from './done-by.tsx'
import { DoneTo } from './done-to.tsx'

/** One action in full: its input, reason, signature and result. */
export function LogEntry({ entry, close }: { entry: OperatorActionEntry; close: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const { id, at, operator, action, reason, effect, request_id } = entry
  return (
    <section
      aria-labelledby="entry"
      className="grid grid-cols-1 gap-5 rounded-md border border-edge bg-raised p-4 sm:p-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 ref={heading} id="entry" tabIndex={-1} className="text-lg">
          Action {id}: {actionText(action)}
        </h2>
        <button type="button" className="button" onClick={close}>
          Close
        </button>
      </div>
      <Facts
        className="grid gap-x-8 gap-y-4 sm:grid-cols-2"
        of={[
          ['When', <Time key="at" iso={at} />],
          ['Done to', <DoneTo key="to" entry={entry} />],
          ['By', <DoneBy key="by" operator={operator} />],
          [
            'Request',
            request_id === null ? (
              'none'
            ) : (
              <Link
                key="request"
                href={`/operator/requests/${encodeURIComponent(request_id)}`}
                className="link"
              >
                <code className="text-sm wrap-anywhere">{request_id}</code>
              </Link>
            ),
          ],
          [
            'Reason',
            <span key="reason" className="wrap-anywhere">
              {reason}
            </span>,
          ],
          [
            'Announced effect',
            <span key="effect" className="whitespace-pre-line wrap-anywhere">
              {effect}
            </span>,
          ],
        ]}
      />
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        <Json name="Input" value={entry.input} />
        <Json name="Result" value={entry.result} />
      </div>
      {entry.message !== null && entry.signature !== null && (
        <Signed id={id} message={entry.message} signature={entry.signature} />
      )}
    </section>
  )
}

function Json({ name, value }: { name: string; value: Record<string, unknown> }) {
  return <Text name={name} text={JSON.stringify(value, null, 2)} />
}

function Text({ name, text }: { name: string; text: string }) {
  return (
    <div className="min-w-0">
      <p className="flex items-center justify-between">
        <span className="caption">{name}</span>
        <CopyButton text={text} label={`Copy: ${name}`} />
      </p>
      <pre className="rounded-sm border border-line bg-sunken p-3 text-xs whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
    </div>
  )
}

function Signed({ id, message, signature }: { id: number; message: string; signature: string }) {
  const check = useMutation({
    mutationFn: () =>
      callApi({ path: `/api/operator/actions/${id}/signature`, schema: checkedSignatureSchema }),
  })
  return (
    <div className="grid grid-cols-1 gap-4 border-t border-line pt-5">
      <Text name="Message that was signed" text={message} />
      <p className="-mt-2 text-sm text-soft">
        “wants you to sign in” is how its standard begins each message. The action is named after that.
      </p>
      <Text name="Signature" text={signature} />
      <div>
        <button type="button" className="button" disabled={check.isPending} onClick={() => check.mutate()}>
          Check this signature
        </button>
      </div>
      <div role="status" className="grid gap-2 empty:hidden">
        {check.isPending && <p className="text-soft">Checking…</p>}
        {check.data && <Checks checked={check.data} />}
      </div>
      <p role="alert" className="text-sm text-bad empty:hidden">
        {check.error?.message ?? ''}
      </p>
    </div>
  )
}

function Checks({ checked }: { checked: CheckedSignature }) {
  const { is_by_operator, is_for_action, is_for_effect } = checked
  return (
    <ul className="grid gap-2">
      <Check
        is={is_by_operator}
        yes="The operator’s wallet signed this message."
        no="The operator’s wallet did not sign this message."
        unknown="The signature of the operator’s wallet could not be checked, because its chain is unavailable."
      />
      <Check
        is={is_for_action}
        yes="The message is for this action, input and reason: their digest is the one it names."
        no="The message is for another action, input or reason than this entry’s."
      />
      <Check
        is={is_for_effect}
        yes="It says the effect in the same words."
        no="It says another effect than this entry."
      />
    </ul>
  )
}

function Check(props: { is: boolean | null; yes: string; no: string; unknown?: string }) {
  const { is, yes, no, unknown } = props
  const state: StepState = is === null ? 'now' : is ? 'done' : 'wrong'
  return (
    <li className="flex gap-2.5">
      <StepMark is={state} />
      {is === null ? unknown : is ? yes : no}
    </li>
  )
}
