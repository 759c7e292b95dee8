'use client'
import Link from 'next/link'
import { rolesSaid, rolesTitle } from '#lib/domain/chain/key-roles'
import { counted } from '#lib/domain/text/counted'
import type { SenderQueue } from '#lib/schemas/operator-chain'
import { ActionButton } from '../action-button.tsx'
import { NetworkName, numberColumn, ordinalColumn } from '../columns.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { FoldOnPhone } from '../fold-on-phone.tsx'
import { Hash, isAddress } from '../hash.tsx'
import { NotKnown } from '../not-known.tsx'
import { StateWord } from '../state-word.tsx'
import { Age, Time } from '../time-format.tsx'
import { durationText } from '../time-words.ts'
import { useIsNarrow } from '../use-is-narrow.ts'
import { coinsText, lastsText } from './gas-words.ts'
import { isGasLow, isWell, orderQueues, queueAnchor, standOf } from './queue-words.ts'

const columnsWith = (isServiceFrozen: boolean): readonly Column<SenderQueue>[] => [
  {
    name: 'Key',
    cell: ({ roles, network, sender }) => (
      <span className="grid">
        <span className="whitespace-nowrap">
          {rolesTitle(roles) ?? 'Not reported yet'} on <NetworkName network={network} />
        </span>
        <Hash value={sender} label="the address" />
        <span className="min-w-48 max-w-[40ch] text-xs font-normal text-soft empty:hidden">
          {rolesSaid(roles)}
        </span>
      </span>
    ),
    text: ({ sender }) => sender,
  },
  { name: 'Network', text: ({ network }) => network },
  {
    name: 'State',
    cell: (queue) => <QueueState {...{ queue, isServiceFrozen }} />,
    text: (queue) => stateText(queue, isServiceFrozen),
  },
  {
    name: 'Gas',
    isNumber: true,
    cell: (queue) => <Gas queue={queue} />,
    text: ({ balance }) => balance ?? '',
  },
  {
    name: 'Waiting',
    cell: (queue) => <Waiting queue={queue} />,
    text: ({ queued, sent, mined }) => `${queued.count} queued, ${sent.count} sent, ${mined.count} mined`,
  },
  ordinalColumn('Next nonce', ({ next_nonce }) => next_nonce),
  {
    name: 'On chain',
    isNumber: true,
    cell: ({ mined_nonce, pending_nonce }) => (
      <span className="whitespace-nowrap">
        {mined_nonce ?? <NotKnown />}
        {pending_nonce !== null && pending_nonce !== mined_nonce && (
          <span className="block text-xs text-soft">{pending_nonce} with its pool</span>
        )}
      </span>
    ),
    text: ({ mined_nonce }) => mined_nonce ?? '',
  },
  numberColumn('Gap', ({ gap }) => gap),
  {
    name: 'Last check',
    cell: (queue) => <LastLook queue={queue} />,
    text: ({ passed_at }) => passed_at ?? '',
  },
  {
    name: 'Action',
    cell: ({ network, sender, frozen }) => (
      <ActionButton
        asked={{
          action: frozen ? 'unfreeze_sender_queue' : 'freeze_sender_queue',
          input: { network, sender },
        }}
        label={frozen ? 'Unfreeze queue' : 'Freeze queue'}
      />
    ),
  },
]

/**
 * Each of our keys on each chain: its nonces, the transactions it can pay for, and the worker that has it. On a phone those that are well are
 * folded, below the others. Those that are stopped come first.
 */
export function SenderQueueTable(props: { queues: readonly SenderQueue[]; isServiceFrozen: boolean }) {
  const { isServiceFrozen } = props
  const isNarrow = useIsNarrow()
  const queues = orderQueues(props.queues)
  const shown = isNarrow ? queues.filter((queue) => !isWell(queue)) : queues
  const folded = isNarrow ? queues.filter(isWell) : []
  return (
    <>
      {(shown.length > 0 || queues.length === 0) && (
        <Queues caption="Keys and their nonces" queues={shown} {...{ isServiceFrozen }} />
      )}
      {folded.length > 0 && (
        <FoldOnPhone
          says={
            isServiceFrozen
              ? `Show ${counted(folded.length, 'other queue', 'other queues')}`
              : `Show ${counted(folded.length, 'queue that runs', 'queues that run')}`
          }
        >
          <Queues caption="Keys and their nonces, well" queues={folded} {...{ isServiceFrozen }} />
        </FoldOnPhone>
      )}
    </>
  )
}

function Queues(props: { caption: string; queues: readonly SenderQueue[]; isServiceFrozen: boolean }) {
  const { caption, queues, isServiceFrozen } = props
  return (
    <DataTable
      caption={caption}
      columns={columnsWith(isServiceFrozen)}
      rows={queues}
      anchorOf={queueAnchor}
      idOf={({ network, sender }) => `${network} ${sender}`}
      empty="No key of ours has sent anything yet."
    />
  )
}

function stateText(queue: SenderQueue, isServiceFrozen: boolean): string {
  const texts: Record<ReturnType<typeof standOf>, string> = {
    frozen: `frozen by ${queue.frozen?.by}: ${queue.frozen?.reason}`,
    'used elsewhere': 'used outside this database',
    blocked: `blocked: ${queue.pass_error}`,
    silent: 'no worker checks it',
    waits: 'waits: service frozen',
    runs: 'runs',
  }
  return texts[standOf(queue, isServiceFrozen)]
}

function QueueState({ queue, isServiceFrozen }: { queue: SenderQueue; isServiceFrozen: boolean }) {
  const { frozen, pass_error: error } = queue
  const stand = standOf(queue, isServiceFrozen)
  if (frozen)
    return (
      <span className="grid min-w-40">
        <StateWord is="wrong">Frozen</StateWord>
        <span className="text-xs text-soft">
          <Time iso={frozen.at} /> by{' '}
          {isAddress(frozen.by) ? <Hash value={frozen.by} label="the operator’s address" /> : frozen.by}:{' '}
          {frozen.reason}
        </span>
      </span>
    )
  if (stand === 'used elsewhere') return <StateWord is="wrong">Used outside this database</StateWord>
  if (stand === 'silent')
    return (
      <span className="grid whitespace-nowrap">
        <StateWord is="wrong">No worker</StateWord>
        <span className="text-xs text-soft">none checked for a minute</span>
      </span>
    )
  if (stand === 'waits') return <StateWord is="now">Waits: service frozen</StateWord>
  if (stand === 'runs') return <StateWord is="done">Runs</StateWord>
  return (
    <span className="grid min-w-40">
      <StateWord is="wrong">Blocked</StateWord>
      <span className="text-xs text-soft">{error}</span>
    </span>
  )
}

function Waiting({ queue }: { queue: SenderQueue }) {
  const { queued, sent, mined, first_unmined_id: first } = queue
  const parts = [
    ['queued', queued],
    ['sent', sent],
    ['mined', mined],
  ] as const
  const open = parts.filter(([, { count }]) => count > 0)
  if (open.length === 0) return <span className="text-soft">Nothing</span>
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

function Gas({ queue }: { queue: SenderQueue }) {
  const { balance, coin, lasts } = queue
  if (balance === null) return <NotKnown />
  const isLow = isGasLow(queue)
  return (
    <span className="grid min-w-24">
      <span className="whitespace-nowrap" title={`${balance} ${coin}`}>
        {coinsText(balance)} {coin}
      </span>
      <span className={`text-xs ${isLow ? 'font-semibold text-bad' : 'text-soft'}`}>
        {lasts === null ? lastsText(lasts) : `for ${lastsText(lasts)}`}
        {isLow && ', low'}
      </span>
    </span>
  )
}

function LastLook({ queue }: { queue: SenderQueue }) {
  const { passed_seconds_ago: seconds, passed_by: by } = queue
  if (seconds === null) return <span className="whitespace-nowrap">Never</span>
  return (
    <span className="grid whitespace-nowrap">
      <span>{durationText(seconds)} ago</span>
      <code className="text-xs text-soft">{by}</code>
    </span>
  )
}
