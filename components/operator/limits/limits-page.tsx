'use client'
import Link from 'next/link'
import { Fragment } from 'react'
import { limitSizeText } from '#lib/client/check-view'
import {
  type OperatorWalletLimits,
  operatorWalletLimitsSchema,
  type WalletLimitName,
  type WalletUse,
  walletLimitNames,
} from '#lib/schemas/operator-limits'
import { bountyColumn, numberColumn, textColumn, timeColumn } from '../columns.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { ChoiceFilter, FilterBar } from '../filters.tsx'
import { Hash } from '../hash.tsx'
import { List } from '../list.tsx'
import { useAsked } from '../operator-query.ts'
import { PageHead } from '../part.tsx'
import { StateWord } from '../state-word.tsx'
import { useFilters } from '../use-filters.ts'
import { usedText, wholeDuration } from './limit-words.ts'

const everyMs = 15_000

const limitTexts: Record<WalletLimitName, string> = {
  films: 'Films for one bounty',
  bytes: 'Bytes uploaded in a day',
  cpu: 'Computing time in a day',
  failed_payments: 'Failed payments in a day',
  sign_ins: 'Sign-ins in a day',
}

/** How much of its limits each wallet has used. */
export function LimitsPage() {
  const [filters, change] = useFilters(['limit'])
  const query = useAsked({
    path: 'wallet-limits',
    asked: filters,
    schema: operatorWalletLimitsSchema,
    everyMs,
    isList: true,
  })
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHead title="Limits">
        How much of its limits each wallet has used. A daily budget refills evenly over a day.
      </PageHead>
      {query.data && (
        <DataTable<Limit>
          caption="Limits in force"
          rows={query.data.in_force}
          idOf={({ limit }) => limit}
          empty="None."
          columns={limitColumns}
        />
      )}
      <FilterBar filters={filters} change={change}>
        <ChoiceFilter
          name="limit"
          label="Limit"
          options={walletLimitNames.map((name) => [name, limitTexts[name]])}
        />
      </FilterBar>
      <List
        {...{ query, columns, filters, change, caption: 'Wallets by use of their limits' }}
        rowsOf={({ wallets }) => wallets}
        idOf={({ wallet, limit, bounty_id }) => `${wallet} ${limit} ${bounty_id}`}
        empty="No wallet uses any of its limits now."
        emptyFiltered="No wallet uses any of this limit now."
      >
        {({ switched_off }) =>
          switched_off.length > 0 && (
            <p className="text-soft">
              Switched off, so nothing is counted: {switched_off.map((name) => limitTexts[name]).join(', ')}.
            </p>
          )
        }
      </List>
    </div>
  )
}

type Limit = OperatorWalletLimits['in_force'][number]

/** `5`, `20 GiB`, `10 hours` */
function valueText({ limit, value }: Limit): string | number {
  if (value === 0) return 'Switched off'
  if (limit === 'bytes') return limitSizeText(value)
  return limit === 'cpu' ? wholeDuration(value) : value
}

/** The name of a setting, which wraps after its underscores only. */
function SettingName({ name }: { name: string }) {
  const words = name.split(/(?<=_)/)
  return (
    <code className="text-sm [overflow-wrap:normal]">
      {words.map((word, at) => (
        <Fragment key={word}>
          {at > 0 && <wbr />}
          {word}
        </Fragment>
      ))}
    </code>
  )
}

const limitColumns: readonly Column<Limit>[] = [
  textColumn('Limit of each wallet', ({ limit }) => limitTexts[limit]),
  numberColumn('Value', valueText),
  {
    name: 'Set by',
    cell: ({ setting }) => <SettingName name={setting} />,
    text: ({ setting }) => setting,
  },
]

const columns: readonly Column<WalletUse>[] = [
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
  textColumn('Limit', ({ limit }) => limitTexts[limit]),
  {
    name: 'Used',
    isNumber: true,
    cell: ({ used_percent }) => usedText(used_percent),
    text: ({ used_percent }) => used_percent,
  },
  {
    name: 'State',
    cell: ({ is_at_limit }) => (
      <StateWord is={is_at_limit ? 'wrong' : 'done'}>
        {is_at_limit ? 'At the limit' : 'Below the limit'}
      </StateWord>
    ),
    text: ({ is_at_limit }) => (is_at_limit ? 'at the limit' : 'below'),
  },
  timeColumn('Free again', ({ resets_at }) => resets_at),
  timeColumn('Last refused', ({ refused_at }) => refused_at),
  bountyColumn(),
]
