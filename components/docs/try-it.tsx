'use client'
import { type FormEvent, useId, useState } from 'react'
import { CodeBlock } from '#components/ui/code-block'
import { draftOf, RequestFields, type TriedRequest } from './request-fields.tsx'
import { type Tried, useTriedRequest } from './use-tried-request.ts'

type Props = {
  request: TriedRequest
  /** Opened by the token of a bounty, which is asked for and not kept. */
  /** What it is called, where one is needed. */
  token: 'agent_token' | 'API key' | undefined
  /** Opened by being signed in here. */
  needsSession: boolean
}

/** A form that sends a free request from this page to this service, and shows all of the answer. */
export function TryIt({ request, token: tokenName, needsSession }: Props) {
  const [draft, setDraft] = useState(() => draftOf(request))
  const [token, setToken] = useState('')
  const { state, send } = useTriedRequest(request)
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(draft, { token, withSession: needsSession })
  }
  return (
    <form
      onSubmit={submit}
      aria-labelledby={`${id}-title`}
      className="mt-6 grid gap-3 rounded-md border border-edge bg-raised p-4 sm:p-5 print:hidden"
    >
      <h3 id={`${id}-title`} className="text-lg">
        Try it
      </h3>
      <p className="text-sm text-soft">
        Sent from this page to this service. It is free.
        {needsSession && ' Without being signed in it answers 401.'}
        {tokenName && ' The token is used for this request and kept nowhere.'}
      </p>
      <RequestFields draft={draft} onChange={setDraft} />
      {tokenName && (
        <div className="grid gap-1">
          <label htmlFor={`${id}-token`} className="text-xs text-soft">
            {tokenName}
          </label>
          <input
            id={`${id}-token`}
            className="field w-full"
            type="password"
            autoComplete="off"
            value={token}
            onChange={(event) => setToken(event.target.value)}
          />
        </div>
      )}
      <p>
        <button type="submit" className="button button-main" disabled={state.is === 'sending'}>
          {state.is === 'sending' ? 'Sending…' : `Send ${request.method} request`}
        </button>
      </p>
      <Outcome state={state} />
    </form>
  )
}

function Outcome({ state }: { state: ReturnType<typeof useTriedRequest>['state'] }) {
  return (
    <>
      <p role="status" className="text-sm empty:hidden">
        {state.is === 'lost' && 'No answer: the service could not be reached. Nothing was charged.'}
        {state.is === 'answered' && (
          <>
            Answered <strong className="font-semibold">{state.answer.status}</strong>
            {state.answer.requestId && (
              <>
                , request <code className="docs-code">{state.answer.requestId}</code>
              </>
            )}
          </>
        )}
      </p>
      {state.is === 'answered' && <Answer answer={state.answer} />}
    </>
  )
}

export function Answer({ answer }: { answer: Tried }) {
  return (
    <div className="grid min-w-0 gap-3">
      {answer.body !== '' && <CodeBlock label="Body" code={answer.body} />}
      <details>
        <summary className="text-sm text-soft underline underline-offset-4 hover:text-ink">
          {answer.headers.length} headers
        </summary>
        <div className="mt-2">
          <CodeBlock
            label="Headers"
            code={answer.headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
          />
        </div>
      </details>
    </div>
  )
}
