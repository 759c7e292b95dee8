'use client'
import { useId, useState } from 'react'
import type { Tier } from '#lib/domain/tier'
import { ActionButton } from '../action-button.tsx'
import { EndField, endOfDay, TierField } from './key-fields.tsx'

/** What a new key is to be; the dialog then shows it, once. */
export function MakeKey() {
  const [account, setAccount] = useState('')
  const [tier, setTier] = useState<Tier>('trial')
  const [day, setDay] = useState('')
  const id = useId()
  const input = { account: account.trim(), tier, expires_at: endOfDay(day) }
  return (
    <section aria-labelledby="make-key">
      <h2 id="make-key" className="text-lg">
        Make a key
      </h2>
      <div className="mt-3 grid gap-4 sm:grid-cols-3">
        <div className="grid content-start gap-1">
          <label htmlFor={id} className="caption">
            Account
          </label>
          <input
            id={id}
            className="field font-sans"
            maxLength={100}
            autoComplete="off"
            value={account}
            aria-describedby={`${id}-means`}
            onChange={({ target }) => setAccount(target.value)}
          />
          <span id={`${id}-means`} className="text-sm text-soft">
            Whose it is. Keys of one account see the same pseudonyms.
          </span>
        </div>
        <TierField value={tier} onChange={setTier} />
        <EndField value={day} onChange={setDay} />
      </div>
      <div className="mt-4">
        {input.account === '' ? (
          <button type="button" className="button" disabled>
            Make this key
          </button>
        ) : (
          <ActionButton
            asked={{ action: 'make_key', input }}
            label="Make this key"
            onDone={() => setAccount('')}
          />
        )}
      </div>
    </section>
  )
}
