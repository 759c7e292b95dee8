'use client'
import { type ReactNode, useId, useState } from 'react'
import { draftOf, RequestFields, type TriedRequest } from './request-fields.tsx'
import { type Credential, useTriedRequest } from './use-tried-request.ts'

/**
 * The frame of every form that sends a request from the documentation: its fields, its button, and the
 * result.
 */
export function RequestForm(props: {
  request: TriedRequest
  title: string
  /** A note that says what is sent and that it is free. */
  lead: ReactNode
  /** Labels of the button, when idle and while sending. */
  send: string
  sending: string
  /** Stored with the draft. */
  using?: Credential
  /** Fields of its own. */
  children?: ReactNode
  outcome: (state: ReturnType<typeof useTriedRequest>['state']) => ReactNode
}) {
  const { request, title, lead, using, children, outcome } = props
  const [draft, setDraft] = useState(() => draftOf(request))
  const { state, send } = useTriedRequest(request)
  const id = useId()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send(draft, using)
      }}
      aria-labelledby={id}
      className="mt-6 grid gap-3 rounded-md border border-edge bg-raised p-4 sm:p-5 print:hidden"
    >
      <h3 id={id} className="text-lg">
        {title}
      </h3>
      <p className="text-sm text-soft">{lead}</p>
      <RequestFields draft={draft} onChange={setDraft} />
      {children}
      <p>
        <button type="submit" className="button button-main" disabled={state.is === 'sending'}>
          {state.is === 'sending' ? props.sending : props.send}
        </button>
      </p>
      {outcome(state)}
    </form>
  )
}
