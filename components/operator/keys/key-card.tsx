'use client'
import { useEffect, useId, useRef, useState } from 'react'
import type { Tier } from '#lib/domain/access/tier'
import type { OperatorKey } from '#lib/schemas/operator-keys'
import { ActionButton } from '../action-button.tsx'
import { useNow } from '../time-format.tsx'
import { dayOf, EndField, endOfDay, isPastDay, TierField } from './key-fields.tsx'

/** What can be done about one key that is not revoked. */
export function KeyCard({ apiKey }: { apiKey: OperatorKey }) {
  const { prefix, expires_at: end } = apiKey
  const [tier, setTier] = useState<Tier>(apiKey.tier)
  const [day, setDay] = useState(dayOf(end))
  const id = useId()
  const changes = {
    ...(tier === apiKey.tier ? {} : { tier }),
    ...(day === dayOf(end) ? {} : { expires_at: endOfDay(day) }),
  }
  const isPast = isPastDay(day, useNow()) && 'expires_at' in changes
  const mayChange = Object.keys(changes).length > 0 && !isPast
  const heading = useRef<HTMLHeadingElement>(null)
  // It is below the table, so the press that opened it would change nothing in view.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section aria-labelledby={id} className="scroll-my-4 rounded-md border border-line bg-raised p-4 sm:p-6">
      <h2 ref={heading} id={id} tabIndex={-1} className="text-lg">
        Key <code>{prefix}</code> of {apiKey.account}
      </h2>
      {apiKey.state === 'revoked' ? (
        <p className="mt-2">It is revoked, for good. The account can be given another key.</p>
      ) : (
        <>
          <div className="mt-4 grid gap-4 sm:grid-cols-2">
            <TierField value={tier} onChange={setTier} />
            <EndField value={day} onChange={setDay} />
          </div>
          <div className="mt-4 flex flex-wrap gap-3">
            {mayChange ? (
              <ActionButton
                asked={{ action: 'change_key', input: { prefix, ...changes } }}
                label="Change this key"
              />
            ) : (
              <button type="button" className="button" disabled>
                Change this key
              </button>
            )}
            <ActionButton asked={{ action: 'revoke_key', input: { prefix } }} label="Revoke this key" />
          </div>
        </>
      )}
    </section>
  )
}
