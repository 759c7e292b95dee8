'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { Hash, shortHash } from '#components/ui/hash'
import {
  operatorWalletLimitsSchema,
  type WalletLimitName,
  type WalletUse,
  walletLimitNames,
} from '#lib/schemas/operator-limits'
import { Asked } from '../asked.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { operatorQuery } from '../operator-query.ts'
import { SelectFilter } from '../select-filter.tsx'
import { StateWord } from '../state-word.tsx'
import { Time } from '../time-format.tsx'
import { useFilters } from '../use-filters.ts'

const followEveryMs = 15_000

const limitTexts: Record<WalletLimitName, string> = {
  films: 'Films for one bounty',
  bytes: 'Bytes uploaded in a day',
  cpu: 'Computing time in a day',
  failed_payments: 'Failed payments in a day',
  sign_ins: 'Sign-ins in a day',
}

/** Which wallets are refused more, or soon will be. */
export function LimitsPage() {
  const [filters, change] = useFilters(['limit'])
  const query = useQuery({
    ...operatorQuery({ path: 'wallet-limits', asked: filters, schema: operatorWalletLimitsSchema }),
    placeholderData: keepPreviousData,
    refetchInterval: followEveryMs,
  })
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <h1 className="text-xl">Limits</h1>
        <p className="mt-2 max-w-[65ch] text-soft">
          What wallets have used of what one wallet may use. A daily budget refills evenly over a day. The
          settings that begin with WALLET_ say how much it is.
        </p>
      </div>
      <div className="justify-self-start">
        <SelectFilter
          label="Limit"
          any="Any limit"
          value={filters.limit}
          options={walletLimitNames.map((name) => [name, limitTexts[name]])}
          onChange={(limit) => change({ limit })}
        />
      </div>
      <Asked query={query}>
        {({ wallets }) => (
          <div aria-busy={query.isPlaceholderData}>
            <DataTable
              caption="Wallets by use of their limits"
              columns={columns}
              rows={wallets}
              idOf={({ wallet, limit, bounty_id }) => `${wallet} ${limit} ${bounty_id}`}
              empty={
                filters.limit ? 'No wallet has used any of this.' : 'No wallet has used any of its budgets.'
              }
            />
          </div>
        )}
      </Asked>
    </div>
  )
}

const columns: readonly Column<WalletUse>[] = [
  {
    name: 'Wallet',
    cell: ({ wallet }) => (
      <span className="inline-flex items-center gap-3">
        <Hash value={wallet} label="the wallet" />
        <Link href={`/operator/find?id=${wallet}`} className="link">
          Open
        </Link>
      </span>
    ),
    text: ({ wallet }) => wallet,
  },
  { name: 'Limit', cell: ({ limit }) => limitTexts[limit], text: ({ limit }) => limit },
  {
    name: 'Used',
    isNumber: true,
    cell: ({ used_percent }) => `${used_percent} %`,
    text: ({ used_percent }) => used_percent,
  },
  {
    name: 'State',
    cell: ({ is_at_limit }) =>
      is_at_limit ? (
        <StateWord is="wrong">Refused more</StateWord>
      ) : (
        <StateWord is="later">Below the limit</StateWord>
      ),
    text: ({ is_at_limit }) => (is_at_limit ? 'at the limit' : 'below'),
  },
  {
    name: 'Free again',
    cell: ({ resets_at }) => (resets_at ? <Time iso={resets_at} /> : '–'),
    text: ({ resets_at }) => resets_at ?? '',
  },
  {
    name: 'Last refused',
    cell: ({ refused_at }) => (refused_at ? <Time iso={refused_at} /> : '–'),
    text: ({ refused_at }) => refused_at ?? '',
  },
  {
    name: 'Bounty',
    cell: ({ bounty_id: id }) =>
      id ? (
        <Link href={`/operator/bounties/${id}`} title={id} className="link whitespace-nowrap">
          <code className="text-sm">{shortHash(id)}</code>
        </Link>
      ) : (
        '–'
      ),
    text: ({ bounty_id }) => bounty_id ?? '',
  },
]
