'use client'
import Link from 'next/link'
import { useState } from 'react'
import { readOperatorId } from '#lib/domain/access/operator-id'
import { type Ban, bansSchema } from '#lib/schemas/operator-bans'
import { ActionButton } from '../action-button.tsx'
import { hashColumn, timeColumn } from '../columns.tsx'
import type { Column } from '../data-table.tsx'
import { Field } from '../field.tsx'
import { Hash, isAddress } from '../hash.tsx'
import { List } from '../list.tsx'
import { useAsked } from '../operator-query.ts'
import { PageHead } from '../part.tsx'
import { useFilters } from '../use-filters.ts'

const everyMs = 15_000

/** The wallets that are banned now, and a field to ban one. */
export function BansPage() {
  const [filters, change] = useFilters(['cursor'])
  const query = useAsked({
    path: 'bans',
    asked: filters,
    schema: bansSchema,
    everyMs,
    isList: true,
  })
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHead title="Bans">
        A banned wallet cannot sign in, submit films or post bounties. Its earnings are still paid, and its
        refunds go to it. A ban is also offered on the page of a report and of a wallet. Bans that were lifted
        are in the{' '}
        <Link href="/operator/log?subject=wallet" className="link">
          audit log
        </Link>
        .
      </PageHead>
      <BanWallet />
      <List
        {...{ query, columns, filters, change, caption: 'Bans in force, newest first' }}
        rowsOf={({ bans }) => bans}
        idOf={({ wallet }) => wallet}
        empty="No wallet is banned."
        emptyFiltered="No more wallets are banned."
      />
    </div>
  )
}

/** The dialog says the effect and asks for the reason. */
function BanWallet() {
  const [text, setText] = useState('')
  const wallet = text.trim()
  const isWallet = isAddress(wallet)
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="min-w-0 grow sm:max-w-md">
        <Field label="Wallet to ban">
          {(ids) => (
            <input
              {...ids}
              className="field w-full"
              placeholder="0x…"
              maxLength={60}
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
      </div>
      {isWallet ? (
        <ActionButton
          asked={{ action: 'ban_wallet', input: { wallet } }}
          label="Ban this wallet"
          onDone={() => setText('')}
        />
      ) : (
        <button type="button" className="button" disabled>
          Ban this wallet
        </button>
      )}
      {wallet !== '' && !isWallet && (
        <p role="status" className="w-full max-w-[65ch] text-sm text-soft">
          {readOperatorId(wallet).form === 'shortened' ? (
            <>
              This address is shortened. Paste the whole address: the button beside a shortened one copies it.
              Or{' '}
              <Link href={`/operator/find?id=${encodeURIComponent(wallet)}`} className="link">
                search for it
              </Link>{' '}
              and ban the wallet there.
            </>
          ) : (
            'An address has 0x and forty hexadecimal digits. Paste the whole address.'
          )}
        </p>
      )}
    </div>
  )
}

const columns: readonly Column<Ban>[] = [
  {
    name: 'Wallet',
    cell: ({ wallet }) => (
      <span className="grid justify-items-start">
        <Hash value={wallet} label="the wallet" />
        <Link href={`/operator/find?id=${wallet}`} className="link text-sm font-normal">
          See this wallet
        </Link>
      </span>
    ),
    text: ({ wallet }) => wallet,
  },
  {
    name: 'Reason',
    cell: ({ reason }) => <span className="block min-w-40 max-w-[50ch] wrap-anywhere">{reason}</span>,
    text: ({ reason }) => reason,
  },
  timeColumn('Since', ({ at }) => at),
  hashColumn('By', ({ operator }) => operator, 'the operator’s address'),
  {
    name: 'In the log',
    cell: ({ action_id: id }) =>
      id === null ? (
        '–'
      ) : (
        <Link href={`/operator/log?id=${id}`} className="link whitespace-nowrap">
          Action {id}
        </Link>
      ),
    text: ({ action_id }) => action_id ?? '',
  },
  {
    name: 'Action',
    cell: ({ wallet }) => (
      <ActionButton asked={{ action: 'unban_wallet', input: { wallet } }} label="Lift the ban" />
    ),
  },
]
