'use client'
import { useId } from 'react'
import { jsonText } from '#lib/schemas/reference/json-text'
import type { Method, Sample } from '#lib/schemas/reference/operation'

export type TriedRequest = { method: Method; path: string; sample: Sample }

/** The fields of a request that the reader can edit before sending it. */
export type Draft = {
  params: Record<string, string>
  query: Record<string, string>
  body: string | undefined
}

export function draftOf({ sample }: TriedRequest): Draft {
  return {
    params: sample.params,
    query: sample.query,
    body: sample.body === undefined ? undefined : jsonText(sample.body),
  }
}

export function RequestFields({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) {
  const id = useId()
  return (
    <>
      {(['params', 'query'] as const).flatMap((where) =>
        Object.entries(draft[where]).map(([name, value]) => (
          <div key={name} className="grid gap-1">
            <label htmlFor={`${id}-${name}`} className="text-xs text-soft">
              {name}
            </label>
            <input
              id={`${id}-${name}`}
              className="field w-full"
              autoComplete="off"
              spellCheck={false}
              value={value}
              onChange={(event) =>
                onChange({ ...draft, [where]: { ...draft[where], [name]: event.target.value } })
              }
            />
          </div>
        )),
      )}
      {draft.body !== undefined && (
        <div className="grid gap-1">
          <label htmlFor={`${id}-body`} className="text-xs text-soft">
            Body, JSON
          </label>
          <textarea
            id={`${id}-body`}
            className="field w-full py-3 font-mono text-xs leading-relaxed"
            rows={Math.min(14, draft.body.split('\n').length + 1)}
            spellCheck={false}
            value={draft.body}
            onChange={(event) => onChange({ ...draft, body: event.target.value })}
          />
        </div>
      )}
    </>
  )
}
