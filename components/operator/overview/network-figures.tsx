'use client'
import Link from 'next/link'
import type { Overview } from '#lib/schemas/operator-overview'
import { Hash } from '../../ui/hash.tsx'
import { DataTable } from '../data-table.tsx'
import { NotKnown } from '../not-known.tsx'
import { StateWord } from '../state-word.tsx'
import { Time } from '../time-format.tsx'
import { durationText } from '../time-words.ts'
import { useNetworkName } from '../use-operator.ts'
import { Part } from './part.tsx'

type Networks = { networks: Overview['networks'] }
type Network = Overview['networks'][number]

/** What each network holds, as the last audit found it in a final block. */
export function MoneyFigures({ networks }: Networks) {
  const nameOf = useNetworkName()
  const amount = (name: string, read: (money: NonNullable<Network['money']>) => string) => ({
    name,
    isNumber: true,
    cell: ({ money }: Network) => (money ? <Usdc amount={read(money)} /> : <NotKnown />),
    text: ({ money }: Network) => (money ? read(money) : ''),
  })
  const unread = networks.filter(({ could_not_check }) => could_not_check !== null)
  return (
    <Part id="money" title="Money by network">
      <DataTable
        caption="Money by network"
        rows={networks}
        idOf={({ network }) => network}
        empty="No network is configured."
        columns={[
          { name: 'Network', cell: ({ network }) => nameOf(network), text: ({ network }) => network },
          amount('In the escrow', ({ escrow_usdc }) => escrow_usdc),
          amount('For open bounties', ({ escrow_ours_usdc }) => escrow_ours_usdc),
          amount('In the treasury', ({ treasury_usdc }) => treasury_usdc),
          amount('On its way', ({ in_flight_usdc }) => in_flight_usdc),
          {
            name: 'Difference',
            isNumber: true,
            cell: ({ money }) =>
              money === null ? (
                <NotKnown />
              ) : Number(money.difference_usdc) === 0 ? (
                <Usdc amount={money.difference_usdc} />
              ) : (
                <strong className="text-bad">
                  <Usdc amount={money.difference_usdc} />, must be 0
                </strong>
              ),
            text: ({ money }) => money?.difference_usdc ?? '',
          },
          {
            name: 'As of block',
            cell: ({ money }) =>
              money ? (
                <span className="whitespace-nowrap">
                  {money.block}, <Time iso={money.block_time} />
                </span>
              ) : (
                '–'
              ),
            text: ({ money }) => money?.block ?? '',
          },
        ]}
      />
      {unread.map(({ network, could_not_check }) => (
        <p key={network} className="border-l-2 border-wait pl-4 text-sm">
          {nameOf(network)}: {could_not_check}
        </p>
      ))}
    </Part>
  )
}

/** What each key of ours pays its transactions with, and how long that lasts. */
export function KeyFigures({ networks }: Networks) {
  const nameOf = useNetworkName()
  const rows = networks.flatMap(({ network, keys }) => keys.map((key) => ({ network, ...key })))
  return (
    <Part id="keys" title="Keys and their gas">
      <DataTable
        caption="Keys and their gas"
        rows={rows}
        idOf={({ network, address }) => `${network} ${address}`}
        empty="No key has sent anything yet: a worker with keys tells of them when it starts."
        columns={[
          { name: 'Network', cell: ({ network }) => nameOf(network), text: ({ network }) => network },
          {
            name: 'Key',
            cell: ({ address }) => <Hash value={address} label="the address" />,
            text: ({ address }) => address,
          },
          {
            name: 'Used for',
            cell: ({ roles }) => roles.join(', ').replaceAll('_', ' ') || '–',
            text: ({ roles }) => roles.join(' '),
          },
          {
            name: 'Gas, native coin',
            isNumber: true,
            cell: ({ balance }) => (balance === null ? <NotKnown /> : short(balance)),
            text: ({ balance }) => balance ?? '',
          },
          {
            name: 'Lasts for',
            isNumber: true,
            cell: ({ lasts, is_low, balance }) => (
              <span className={`whitespace-nowrap ${is_low ? 'font-semibold text-bad' : ''}`}>
                {balance === null ? '–' : lasts === null ? 'none sent yet' : `${many(lasts)} transactions`}
                {is_low && ', low'}
              </span>
            ),
            text: ({ lasts }) => lasts ?? '',
          },
          {
            name: 'Not final',
            isNumber: true,
            cell: ({ transactions, oldest_seconds }) =>
              transactions === 0
                ? '0'
                : `${transactions}${oldest_seconds === null ? '' : `, oldest ${durationText(oldest_seconds)}`}`,
            text: ({ transactions }) => transactions,
          },
          {
            name: 'Lane',
            cell: ({ is_frozen }) => (
              <StateWord is={is_frozen ? 'now' : 'done'}>
                <Link href="/operator/chains">{is_frozen ? 'Frozen' : 'Runs'}</Link>
              </StateWord>
            ),
            text: ({ is_frozen }) => (is_frozen ? 'frozen' : 'runs'),
          },
        ]}
      />
    </Part>
  )
}

/** How far each endpoint is, and how far they are apart. */
export function ProviderFigures({ networks }: Networks) {
  const nameOf = useNetworkName()
  const rows = networks.flatMap(({ network, head_age_seconds, providers }) =>
    providers.map((provider) => ({ network, age: head_age_seconds, ...provider })),
  )
  return (
    <Part id="endpoints" title="Endpoints">
      <DataTable
        caption="Endpoints"
        rows={rows}
        idOf={({ network, name }) => `${network} ${name}`}
        empty="No network is configured."
        columns={[
          { name: 'Network', cell: ({ network }) => nameOf(network), text: ({ network }) => network },
          {
            name: 'Endpoint',
            cell: ({ name }) => <code className="text-sm">{name}</code>,
            text: ({ name }) => name,
          },
          {
            name: 'Newest block',
            isNumber: true,
            cell: ({ head }) => head ?? <NotKnown>no answer</NotKnown>,
            text: ({ head }) => head ?? '',
          },
          {
            name: 'Blocks behind',
            isNumber: true,
            cell: ({ behind }) => behind ?? '–',
            text: ({ behind }) => behind ?? '',
          },
          {
            name: 'Block age',
            isNumber: true,
            cell: ({ age, head }) => (age === null || head === null ? '–' : durationText(age)),
            text: ({ age }) => age ?? '',
          },
        ]}
      />
    </Part>
  )
}

export function Usdc({ amount }: { amount: string }) {
  return <span className="whitespace-nowrap">{amount} USDC</span>
}

/** Six decimals of the native token are more than a transaction costs. */
function short(balance: string): string {
  const [whole, decimals = ''] = balance.split('.')
  return decimals === '' ? whole! : `${whole}.${decimals.slice(0, 6)}`
}

/** Beyond a thousand nobody counts. */
function many(count: number): string {
  return count >= 1_000 ? '1,000 or more' : String(count)
}
