'use client'
import { useId, useState } from 'react'
import { CodeBlock } from '#components/ui/code-block'
import { InlineCode } from './inline-code.tsx'
import type { TriedRequest } from './request-fields.tsx'
import { RequestForm } from './request-form.tsx'
import type { Tried, useTriedRequest } from './use-tried-request.ts'

type Props = {
  request: TriedRequest
  /** The credential, if the operation requires one. It is asked for and not stored. */
  token: 'agent_token' | 'API key' | undefined
  /** True if the credential is the session of this browser. */
  needsSession: boolean
}

/** A form that sends a free request from this page to this service, and shows the whole answer. */
export function TryIt({ request, token: tokenName, needsSession }: Props) {
  const [token, setToken] = useState('')
  const id = useId()
  return (
    <RequestForm
      request={request}
      title="Try it"
      lead={
        <>
          Sent from this page to this service. It is free.
          {needsSession && ' Without being signed in it answers 401.'}
          {tokenName && ' The token is used for this request and not stored.'}
        </>
      }
      send={`Send ${request.method} request`}
      sending="Sending…"
      using={{ token, withSession: needsSession }}
      outcome={(state) => <Outcome state={state} />}
    >
      {tokenName && (
        <div className="grid gap-1">
          <label htmlFor={id} className="text-xs text-soft">
            {tokenName}
          </label>
          <input
            id={id}
            className="field w-full"
            type="password"
            autoComplete="off"
            value={token}
            onChange={(event) => setToken(event.target.value)}
          />
        </div>
      )}
    </RequestForm>
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
                , request <InlineCode>{state.answer.requestId}</InlineCode>
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
