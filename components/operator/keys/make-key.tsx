'use client'
import { useState } from 'react'
import type { Tier } from '#lib/domain/access/tier'
import { ActionButton } from '../action-button.tsx'
import { Field } from '../field.tsx'
import { Part } from '../part.tsx'
import { useNow } from '../time-format.tsx'
import { EndField, endOfDay, isPastDay, TierField } from './key-fields.tsx'

/** The form for a new key. The dialog then shows the key once. */
export function MakeKey() {
  const [account, setAccount] = useState('')
  const [tier, setTier] = useState<Tier>('trial')
  const [day, setDay] = useState('')
  const isPast = isPastDay(day, useNow())
  const input = { account: account.trim(), tier, expires_at: endOfDay(day) }
  return (
    <Part title="Create a key">
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Account" help="Its owner. Keys of one account see the same pseudonyms.">
          {(ids) => (
            <input
              {...ids}
              className="field"
              maxLength={100}
              autoComplete="off"
              value={account}
              onChange={({ target }) => setAccount(target.value)}
            />
          )}
        </Field>
        <TierField value={tier} onChange={setTier} />
        <EndField value={day} onChange={setDay} />
      </div>
      <div>
        {input.account === '' || isPast ? (
          <p className="flex flex-wrap items-center gap-3 text-sm text-soft">
            <button type="button" className="button" disabled>
              Create key
            </button>
            {isPast ? 'Choose another last day first.' : 'Name its account first.'}
          </p>
        ) : (
          <ActionButton
            asked={{ action: 'make_key', input }}
            label="Create key"
            onDone={() => setAccount('')}
          />
        )}
      </div>
    </Part>
  )
}
