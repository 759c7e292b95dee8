'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '#lib/client/call-api'
import { writeStatement } from '#lib/client/statement'
import type { WalletSettings } from '#lib/client/wallet/wallet-config'
import { formatUsdc, wholeUsdc } from '#lib/domain/money'
import { earningsSchema, type Earnings as Sums } from '#lib/schemas/earnings'
import { type OwnSubmission, submissionsPageSchema } from '#lib/schemas/submission'
import { saveText } from '../ui/save-text.ts'
import { networkName } from './network-name.ts'
import { ownSubmissionsKey } from './use-own-submissions.ts'

const lookEveryMs = 8_000
const pageLimit = 100

/** What was earned, network by network: no sum goes over two of them. */
export function Earnings({ wallet }: { wallet: WalletSettings }) {
  const { data } = useQuery({
    queryKey: [...ownSubmissionsKey, 'earnings'],
    queryFn: ({ signal }) => callApi({ path: '/api/board/earnings', schema: earningsSchema, signal }),
    staleTime: 0,
    refetchInterval: lookEveryMs,
  })
  if (!data || data.networks.length === 0) return null
  return (
    <section aria-labelledby="earned" className="border-t border-line pt-6">
      <h2 id="earned" className="text-lg">
        What you earned
      </h2>
      <ul className="mt-4 grid gap-x-12 gap-y-6 sm:grid-cols-2">
        {data.networks.map((sums) => (
          <li key={sums.network} data-network={sums.network}>
            <NetworkSums sums={sums} name={networkName(wallet, sums.network)} />
          </li>
        ))}
      </ul>
      <Statement />
    </section>
  )
}

function NetworkSums({ sums, name }: { sums: Sums['networks'][number]; name: string }) {
  const { submissions: counts } = sums
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-[2.1rem] leading-none font-semibold tracking-tight tabular-nums">
          {inUsdc(sums.paid_usdc)}
        </span>
        <span className="text-soft">USDC on {name}</span>
      </p>
      <dl className="mt-3 grid max-w-[26rem] grid-cols-[1fr_auto] gap-x-6 gap-y-1 text-sm tabular-nums">
        <Line name={`Paid, ${films(counts.paid)}`} usdc={sums.paid_usdc} />
        {counts.on_its_way > 0 && (
          <Line name={`On its way, ${films(counts.on_its_way)}`} usdc={sums.on_its_way_usdc} />
        )}
        {counts.waiting > 0 && (
          <Line
            name={`Waiting for the poster, ${films(counts.waiting)}`}
            usdc={sums.waiting_usdc}
            isPossible
          />
        )}
        {counts.not_accepted > 0 && <Line name={`Not accepted, ${films(counts.not_accepted)}`} usdc={0} />}
      </dl>
    </>
  )
}

function Line({ name, usdc, isPossible = false }: { name: string; usdc: number; isPossible?: boolean }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="text-right">
        {isPossible && 'up to '}
        {inUsdc(usdc)} USDC
      </dd>
    </>
  )
}

/** Everything that was ever handed in, to keep and to add up. */
function Statement() {
  const [said, setSaid] = useState<{ text: string; isProblem: boolean }>()
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    setIsBusy(true)
    try {
      const all = await everySubmission()
      const name = `cairn-statement-${all.length}-films-${new Date().toISOString().slice(0, 10)}.csv`
      saveText(name, 'text/csv;charset=utf-8', writeStatement(all))
      setSaid({ text: `Saved, ${films(all.length)}.`, isProblem: false })
    } catch (error) {
      setSaid({ text: (error as Error).message, isProblem: true })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <p className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      <button type="button" className="button" disabled={isBusy} onClick={save}>
        {isBusy ? 'Gathering…' : 'Save a statement (CSV)'}
      </button>
      <span role="status" className={`text-sm ${said?.isProblem ? 'text-bad' : 'text-soft'}`}>
        {said?.text ?? ''}
      </span>
    </p>
  )
}

async function everySubmission(): Promise<OwnSubmission[]> {
  const all: OwnSubmission[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const from: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page: { submissions: OwnSubmission[]; next_cursor: string | null } = await callApi({
      path: `/api/board/submissions?limit=${pageLimit}${from}`,
      schema: submissionsPageSchema,
    })
    all.push(...page.submissions)
    cursor = page.next_cursor
  }
  return all
}

function films(count: number): string {
  return count === 1 ? '1 film' : `${count} films`
}

function inUsdc(amount: number): string {
  return formatUsdc(wholeUsdc(amount))
}
