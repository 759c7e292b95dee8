'use client'
import { useRef, useState } from 'react'
import { fillPath } from '#lib/schemas/reference/operation'
import type { Draft, TriedRequest } from './request-fields.tsx'

export type Tried = {
  status: number
  headers: [name: string, value: string][]
  /** Indented if it is JSON. */
  body: string
  requestId: string | null
}

/** The credential of the request: a token, or the session cookie of this browser. */
export type Credential = { token?: string; withSession?: boolean }

type State = { is: 'idle' } | { is: 'sending' } | { is: 'lost' } | { is: 'answered'; answer: Tried }

/** Sends a request to this service, without cookies unless requested, and stores the answer for display. */
export function useTriedRequest({ method, path }: TriedRequest) {
  const [state, setState] = useState<State>({ is: 'idle' })
  const newest = useRef(0)
  const send = async (draft: Draft, credential: Credential = {}) => {
    newest.current += 1
    const number = newest.current
    setState({ is: 'sending' })
    const next = await answerOf(method, path, draft, credential).then(
      (answer): State => ({ is: 'answered', answer }),
      (): State => ({ is: 'lost' }),
    )
    // Only the answer of the last request is shown.
    if (number === newest.current) setState(next)
  }
  return { state, send }
}

async function answerOf(
  method: string,
  path: string,
  draft: Draft,
  { token, withSession }: Credential,
): Promise<Tried> {
  const answer = await fetch(fillPath(path, withoutEmpty(draft)), {
    method,
    cache: 'no-store',
    credentials: withSession ? 'same-origin' : 'omit',
    headers: {
      ...(draft.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(draft.body === undefined ? {} : { body: draft.body }),
  })
  return {
    status: answer.status,
    headers: [...answer.headers].sort(([a], [b]) => (a < b ? -1 : 1)),
    body: indented(await answer.text()),
    requestId: answer.headers.get('x-request-id'),
  }
}

function withoutEmpty({ params, query }: Draft) {
  return { params, query: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')) }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
