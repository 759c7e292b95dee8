'use client'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { callApi } from '#lib/client/call-api'
import { chainIdOf } from '#lib/domain/chain/caip2'
import { rolesSaid, rolesTitle } from '#lib/domain/chain/key-roles'
import { nativeCoin } from '#lib/domain/chain/networks'
import { parseUsdc } from '#lib/domain/money/money'
import type { Overview } from '#lib/schemas/operator-overview'
import { solvencySchema } from '#lib/schemas/solvency'
import { readable, Usdc } from '../amount.tsx'
import { coinsText, lastsText } from '../chains/gas-words.ts'
import { hashColumn, networkColumn, numberColumn } from '../columns.tsx'
import { DataTable } from '../data-table.tsx'
import { Hash } from '../hash.tsx'
import { NotKnown } from '../not-known.tsx'
import { Part } from '../part.tsx'
import { StateWord } from '../state-word.tsx'
import { hrefOf } from '../subject-link.tsx'
import { Time } from '../time-format.tsx'
import { durationText } from '../time-words.ts'
import { useNetworkName } from '../use-operator.ts'
import { heldNowText } from './incidents.ts'

type Networks = { networks: Overview['networks'] }
type Network = Overview['networks'][number]
type Of<Part> = Part & { network: string }

const amount = (name: string, read: (money: NonNullable<Network['money']>) => string) => ({
  name,
  isNumber: true,
  cell: ({ money }: Network) => (money ? <Usdc usdc={read(money)} /> : <NotKnown />),
  text: ({ money }: Network) => (money ? read(money) : ''),
})

const solvencyEveryMs = 30_000

/** What the escrow of each network holds in its newest final block, in USDC, by CAIP-2; no entry where it could not be read. */
function useEscrowNow(): { isPending: boolean; held: ReadonlyMap<string, string> } {
  const { data, isPending, isError } = useQuery({
    queryKey: ['solvency'],
    queryFn: ({ signal }) => callApi({ path: '/api/solvency', schema: solvencySchema, signal }),
    refetchInterval: solvencyEveryMs,
  })
  // A figure of some time ago is not one of now.
  const networks = isError ? [] : (data?.networks ?? [])
  return {
    isPending,
    held: new Map(
      networks.flatMap(({ network, escrow }) => (escrow ? [[network, escrow.balance.usdc] as const] : [])),
    ),
  }
}

/** The money of each network, as the last audit found it in a final block, and its escrow now. @param moved the result of `movedOf` */
export function MoneyFigures({ networks, moved }: Networks & { moved: bigint | null }) {
  const nameOf = useNetworkName()
  const escrowNow = useEscrowNow()
  const unread = networks.filter(({ could_not_check }) => could_not_check !== null)
  return (
    <Part
      id="money"
      title="Money by network"
      isPlain
      note={
        <>
          The treasury receives what is paid for a bounty and holds it until it is in the escrow; the part
          that moves to the escrow or back is in transit. What queries earn goes to the revenue wallet.
          “Escrow now” is read from the newest final block, the revenue wallet from the newest block, all else
          is from the last audit;{' '}
          <Link href="/solvency" className="link">
            proof of funds
          </Link>{' '}
          has the rest as of now.
          {moved !== null && ` Money has moved since this check. ${heldNowText(moved)}`}
        </>
      }
    >
      <DataTable<Network>
        caption="Money by network"
        rows={networks}
        idOf={({ network }) => network}
        empty="No network is configured."
        columns={[
          networkColumn(),
          {
            ...{
              name: 'Escrow now',
              isNumber: true,
              text: ({ network }) => escrowNow.held.get(network) ?? '',
            },
            cell: ({ network }) => {
              const usdc = escrowNow.held.get(network)
              if (usdc !== undefined) return <Usdc usdc={usdc} />
              return escrowNow.isPending ? '…' : <NotKnown />
            },
          },
          amount('In escrow', ({ escrow_usdc }) => escrow_usdc),
          amount('For open bounties', ({ escrow_ours_usdc }) => escrow_ours_usdc),
          amount('In the treasury', ({ treasury_usdc }) => treasury_usdc),
          amount('In transit', ({ in_flight_usdc }) => in_flight_usdc),
          {
            ...amount('Difference', ({ difference_usdc }) => difference_usdc),
            cell: ({ money }) => {
              if (money === null) return <NotKnown />
              const text = `${readable(money.difference_usdc)} USDC`
              if (parseUsdc(money.difference_usdc) === 0n) return text
              return <strong className="text-bad">{text}, must be 0</strong>
            },
          },
          {
            name: 'In the revenue wallet',
            isNumber: true,
            cell: ({ revenue }) => (
              <span className="grid lg:justify-items-end">
                {revenue.usdc === null ? (
                  <NotKnown>could not be read</NotKnown>
                ) : (
                  <Usdc usdc={revenue.usdc} />
                )}
                <Hash value={revenue.address} label="the address of the revenue wallet" />
              </span>
            ),
            text: ({ revenue }) => revenue.usdc ?? '',
          },
          { name: 'Revenue wallet', text: ({ revenue }) => revenue.address },
          {
            name: 'Audited block',
            cell: ({ money }) =>
              money ? (
                <span className="whitespace-nowrap">
                  {money.block}, made <Time within iso={money.block_time} />
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

/** The coin in which gas is paid on a network. @param network CAIP-2 */
function coinOf(network: string): string {
  return nativeCoin(chainIdOf(network))
}

/** The gas of each of our keys, and how long it lasts. */
export function KeyFigures({ networks, isServiceFrozen }: Networks & { isServiceFrozen: boolean }) {
  const rows = networks.flatMap(({ network, keys }) => keys.map((key) => ({ network, ...key })))
  return (
    <Part id="keys" title="Keys and their gas" isPlain>
      <DataTable<Of<Network['keys'][number]>>
        caption="Keys and their gas"
        rows={rows}
        idOf={({ network, address }) => `${network} ${address}`}
        empty="No key has sent anything yet. A worker with keys reports them when it starts."
        columns={[
          hashColumn('Key', ({ address }) => address, 'the address'),
          networkColumn(),
          {
            name: 'Used for',
            cell: ({ roles }) => (
              <span className="grid min-w-48">
                {rolesTitle(roles) ?? '–'}
                <span className="text-xs text-soft empty:hidden">{rolesSaid(roles)}</span>
              </span>
            ),
            text: ({ roles }) => roles.join(' '),
          },
          {
            name: 'Gas',
            isNumber: true,
            cell: ({ balance, network }) =>
              balance === null ? (
                <NotKnown />
              ) : (
                <span className="whitespace-nowrap">
                  {coinsText(balance)} {coinOf(network)}
                </span>
              ),
            text: ({ balance }) => balance ?? '',
          },
          { name: 'Coin', text: ({ network }) => coinOf(network) },
          {
            name: 'Lasts for',
            isNumber: true,
            cell: ({ lasts, is_low, balance }) => (
              <span className={`whitespace-nowrap ${is_low ? 'font-semibold text-bad' : ''}`}>
                {balance === null ? '–' : lastsText(lasts)}
                {is_low && ', low'}
              </span>
            ),
            text: ({ lasts }) => lasts ?? '',
          },
          {
            name: 'Not final',
            isNumber: true,
            cell: ({ transactions, oldest_seconds: oldest }) =>
              `${transactions}${oldest === null ? '' : `, oldest ${durationText(oldest)}`}`,
            text: ({ transactions }) => transactions,
          },
          {
            name: 'Sender queue',
            cell: ({ network, address, is_frozen }) => (
              <StateWord is={is_frozen ? 'wrong' : isServiceFrozen ? 'now' : 'done'}>
                <Link href={hrefOf('sender_queue', `${network}:${address}`)}>
                  {is_frozen ? 'Frozen' : isServiceFrozen ? 'Waits: service frozen' : 'Runs'}
                </Link>
              </StateWord>
            ),
            text: ({ is_frozen }) => (is_frozen ? 'frozen' : isServiceFrozen ? 'waits' : 'runs'),
          },
        ]}
      />
    </Part>
  )
}

/** The head of each endpoint, and the distance between them. */
export function ProviderFigures({ networks }: Networks) {
  const rows = networks.flatMap(({ network, head_age_seconds, providers }) =>
    providers.map((provider) => ({ network, age: head_age_seconds, ...provider })),
  )
  return (
    <Part id="endpoints" title="Endpoints" isPlain>
      <DataTable<Of<Network['providers'][number] & { age: number | null }>>
        caption="Endpoints"
        rows={rows}
        idOf={({ network, name }) => `${network} ${name}`}
        empty="No network is configured."
        columns={[
          {
            name: 'Endpoint',
            cell: ({ name }) => <code className="text-sm">{name}</code>,
            text: ({ name }) => name,
          },
          networkColumn(),
          {
            name: 'Newest block',
            isNumber: true,
            text: ({ head }) => head ?? '',
            cell: ({ head }) => head ?? <NotKnown>no answer</NotKnown>,
          },
          numberColumn('Behind', ({ behind }) => behind),
          numberColumn('Age', ({ age, head }) => (age === null || head === null ? null : durationText(age))),
        ]}
      />
    </Part>
  )
}
