'use client'
import Link from 'next/link'
import { Hash } from '#components/ui/hash'
import type { Lane } from '#lib/schemas/operator-chain'
import { ActionButton } from '../action-button.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { NotKnown } from '../not-known.tsx'
import { StateWord } from '../state-word.tsx'
import { Age, Time } from '../time-format.tsx'
import { durationText } from '../time-words.ts'
import { useNetworkName } from '../use-operator.ts'

/** Longer than any pass takes; a worker looks every second. */
const silentAfterSeconds = 60
const fewTransactions = 50
const many = 1_000_000

/** Each key of ours on each chain: where its nonces stand, what it can still pay for, and who looks after it. */
export function LaneTable({ lanes }: { lanes: readonly Lane[] }) {
  const nameOf = useNetworkName()
  const columns: Column<Lane>[] = [
    {
      name: 'Key',
      cell: ({ roles, sender }) => (
        <span className="grid">
          <span className="whitespace-nowrap">{roles.join(', ') || 'no worker said yet'}</span>
          <Hash value={sender} label="the address" />
        </span>
      ),
      text: ({ sender }) => sender,
    },
    { name: 'Network', cell: ({ network }) => nameOf(network), text: ({ network }) => network },
    { name: 'State', cell: (lane) => <LaneState lane={lane} />, text: (lane) => stateText(lane) },
    {
      name: 'Action',
      cell: ({ network, sender, frozen }) => (
        <ActionButton
          asked={{ action: frozen ? 'unfreeze_lane' : 'freeze_lane', input: { network, sender } }}
          label={frozen ? 'Unfreeze lane' : 'Freeze lane'}
        />
      ),
    },
    {
      name: 'Waiting',
      cell: (lane) => <Waiting lane={lane} />,
      text: ({ queued, sent, mined }) => `${queued.count} queued, ${sent.count} sent, ${mined.count} mined`,
    },
    {
      name: 'Next nonce',
      isNumber: true,
      cell: ({ next_nonce }) => next_nonce,
      text: ({ next_nonce }) => next_nonce,
    },
    {
      name: 'The chain’s',
      isNumber: true,
      cell: ({ mined_nonce, pending_nonce }) => (
        <span className="whitespace-nowrap">
          {mined_nonce ?? <NotKnown>could not ask</NotKnown>}
          {pending_nonce !== null && pending_nonce !== mined_nonce && (
            <span className="block text-xs text-soft">{pending_nonce} with its pool</span>
          )}
        </span>
      ),
      text: ({ mined_nonce }) => mined_nonce ?? '',
    },
    { name: 'Gap', isNumber: true, cell: ({ gap }) => gap ?? '–', text: ({ gap }) => gap ?? '' },
    {
      name: 'Gas',
      isNumber: true,
      cell: (lane) => <Gas lane={lane} />,
      text: ({ balance }) => balance ?? '',
    },
    { name: 'Last look', cell: (lane) => <LastLook lane={lane} />, text: ({ passed_at }) => passed_at ?? '' },
  ]
  return (
    <DataTable
      caption="Keys and their nonces"
      columns={columns}
      rows={lanes}
      idOf={({ network, sender }) => `${network} ${sender}`}
      empty="No key of ours has sent anything yet."
    />
  )
}

function isSilent({ passed_seconds_ago: seconds }: Lane): boolean {
  return seconds === null || seconds > silentAfterSeconds
}

function stateText(lane: Lane): string {
  const { frozen, gap, pass_error: error } = lane
  if (frozen) return `frozen: ${frozen.reason}`
  if (gap !== null && gap < 0) return 'used outside this database'
  if (error !== null) return `hindered: ${error}`
  return isSilent(lane) ? 'no worker looks after it' : 'runs'
}

function LaneState({ lane }: { lane: Lane }) {
  const { frozen, gap, pass_error: error } = lane
  if (frozen)
    return (
      <span className="grid min-w-40">
        <StateWord is="now">Frozen</StateWord>
        <span className="text-xs text-soft">
          <Time iso={frozen.at} />: {frozen.reason}
        </span>
      </span>
    )
  if (gap !== null && gap < 0) return <StateWord is="wrong">Used outside this database</StateWord>
  if (error === null && isSilent(lane))
    return (
      <span className="grid whitespace-nowrap">
        <StateWord is="wrong">No worker</StateWord>
        <span className="text-xs text-soft">none looked for a minute</span>
      </span>
    )
  if (error === null) return <StateWord is="done">Runs</StateWord>
  return (
    <span className="grid min-w-40">
      <StateWord is="wrong">Hindered</StateWord>
      <span className="text-xs text-soft">{error}</span>
    </span>
  )
}

function Waiting({ lane }: { lane: Lane }) {
  const { queued, sent, mined, first_unmined_id: first } = lane
  const parts = [
    ['queued', queued],
    ['sent', sent],
    ['mined', mined],
  ] as const
  const open = parts.filter(([, { count }]) => count > 0)
  if (open.length === 0) return <span className="text-soft">nothing</span>
  return (
    <span className="grid">
      {open.map(([name, { count, since }]) => (
        <span key={name} className="whitespace-nowrap">
          {count} {name}
          {since && (
            <span className="text-soft">
              , <Age iso={since} />
            </span>
          )}
        </span>
      ))}
      {first !== null && (
        <Link href={`/operator/chains/transactions/${first}`} className="link whitespace-nowrap">
          First: {first}
        </Link>
      )}
    </span>
  )
}

function Gas({ lane }: { lane: Lane }) {
  const { balance, coin, lasts } = lane
  if (balance === null) return <NotKnown>could not ask</NotKnown>
  const isLow = lasts !== null && lasts < fewTransactions
  return (
    <span className="grid whitespace-nowrap">
      <span title={`${balance} ${coin}`}>
        {Number(balance).toLocaleString('en', { maximumSignificantDigits: 4 })} {coin}
      </span>
      <span className={`text-xs ${isLow ? 'font-semibold text-bad' : 'text-soft'}`}>
        {lastsText(lasts)}
        {isLow && ', low'}
      </span>
    </span>
  )
}

function lastsText(lasts: number | null): string {
  if (lasts === null) return 'no transaction to measure by'
  return lasts >= many ? 'for over a million transactions' : `for ${lasts.toLocaleString('en')} transactions`
}

function LastLook({ lane }: { lane: Lane }) {
  const { passed_seconds_ago: seconds, passed_by: by } = lane
  if (seconds === null) return <span className="whitespace-nowrap">never, by one with its key</span>
  return (
    <span className="grid whitespace-nowrap">
      <span>{durationText(seconds)} ago</span>
      <code className="text-xs text-soft">{by}</code>
    </span>
  )
}
