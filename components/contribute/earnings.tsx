'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SignedInAs } from '#components/wallet/sign-in'
import { WhenSignedIn } from '#components/wallet/when-signed-in'
import { callApi } from '#lib/client/call-api'
import { writeStatement } from '#lib/client/statement'
import type { WalletSettings } from '#lib/client/wallet/wallet-config'
import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'
import { type Earnings as EarningsAnswer, earningsSchema } from '#lib/schemas/earnings'
import { type OwnSubmission, submissionsPageSchema } from '#lib/schemas/submission'
import { ContributorRecord } from '../bounty/contributor-record.tsx'
import { countFilms } from '../review/bounty-words.tsx'
import { saveText } from '../ui/save-text.ts'
import { networkName } from './network-name.ts'
import { NoFilms } from './no-films.tsx'
import { Payments } from './payments.tsx'
import { ownSubmissionsKey } from './use-own-submissions.ts'

const lookEveryMs = 8_000
const pageLimit = 100

/** The earnings of the signed-in wallet. */
export default function Earnings({ wallet }: { wallet: WalletSettings }) {
  return (
    <WhenSignedIn
      wallet={wallet}
      purpose="Sign in with the wallet that you submit films with. It signs a message, which is free."
      saysWho
    >
      <div className="grid items-start gap-8 xl:gap-x-14 xl:has-[>:nth-child(2)]:grid-cols-2">
        <Sums wallet={wallet} />
        <Payments wallet={wallet} />
      </div>
      <SignedInAs />
    </WhenSignedIn>
  )
}

/** By network: amounts of different networks are not added. */
function Sums({ wallet }: { wallet: WalletSettings }) {
  const { data, error, isPending } = useQuery({
    queryKey: [...ownSubmissionsKey, 'earnings'],
    queryFn: ({ signal }) => callApi({ path: '/api/board/earnings', schema: earningsSchema, signal }),
    staleTime: 0,
    refetchInterval: lookEveryMs,
  })
  if (isPending) return <p className="text-soft">Looking up your earnings…</p>
  if (error)
    return (
      <p role="alert" className="text-bad">
        {error.message}
      </p>
    )
  if (data.networks.length === 0)
    return (
      <NoFilms
        title="Nothing earned yet"
        text="Film one of the open bounties: the pay is in escrow already."
      />
    )
  return (
    <section aria-label="What you earned">
      <ul className={`grid gap-4 ${data.networks.length > 1 ? 'sm:grid-cols-2' : ''}`}>
        {data.networks.map((sums) => (
          <li
            key={sums.network}
            data-network={sums.network}
            className="rounded-lg border border-line bg-raised p-5 sm:p-6"
          >
            <NetworkSums sums={sums} name={networkName(wallet, sums.network)} />
          </li>
        ))}
      </ul>
      <section aria-labelledby="record-title" className="mt-8">
        <h2 id="record-title" className="mb-2 text-lg">
          Your record
        </h2>
        <p className="mb-3 max-w-[65ch] text-sm text-soft">
          Posters see this record beside each of your films. A poster also sees how many of your films for
          their own bounties were accepted, and how many were declined.
        </p>
        <div className="border-l-2 border-edge pl-4">
          <ContributorRecord record={data.record} isOwn />
        </div>
      </section>
      <Statement />
    </section>
  )
}

function NetworkSums({ sums, name }: { sums: EarningsAnswer['networks'][number]; name: string }) {
  const { submissions: counts } = sums
  return (
    <>
      <p className="text-sm text-soft">Paid on {name}</p>
      <p className="mt-1 text-[2.5rem] leading-none font-semibold tracking-tight tabular-nums">
        {inUsdc(sums.paid_usdc)} USDC
      </p>
      <dl className="mt-5 grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 text-sm tabular-nums">
        <Line name={`${countFilms(counts.paid)} paid`} usdc={sums.paid_usdc} />
        {counts.on_its_way > 0 && (
          <Line
            name={`${countFilms(counts.on_its_way)} accepted, payment on its way`}
            usdc={sums.on_its_way_usdc}
          />
        )}
        {counts.waiting > 0 && (
          <Line name={`${countFilms(counts.waiting)} not decided yet`} usdc={sums.waiting_usdc} isPossible />
        )}
        {counts.declined > 0 && (
          <Line
            name={`${countFilms(counts.declined)} declined${stillOpen}`}
            usdc={sums.declined_usdc}
            isPossible
          />
        )}
        {counts.check_failed > 0 && (
          <Line
            name={`${countFilms(counts.check_failed)} that did not pass the check${stillOpen}`}
            usdc={sums.check_failed_usdc}
            isPossible
          />
        )}
        {counts.not_accepted > 0 && (
          <Line name={`${countFilms(counts.not_accepted)} not accepted`} usdc={0} />
        )}
      </dl>
    </>
  )
}

/** Both counts are of open bounties, where the poster may still decide otherwise. */
const stillOpen = ' (can still be accepted)'

function Line(props: { name: string; usdc: number; isPossible?: boolean }) {
  const { name, usdc, isPossible = false } = props
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="text-right">
        {/* A bounty pays once: its amount is in the line of another of its films. */}
        {isPossible && usdc === 0
          ? 'in the amount above'
          : `${isPossible ? 'up to ' : ''}${inUsdc(usdc)} USDC`}
      </dd>
    </>
  )
}

/** All submissions as a file. */
function Statement() {
  const [said, setSaid] = useState<{ text: string; isProblem: boolean }>()
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    setIsBusy(true)
    try {
      const all = await everySubmission()
      const name = `cairn-statement-${all.length}-films-${new Date().toISOString().slice(0, 10)}.csv`
      saveText(name, 'text/csv;charset=utf-8', writeStatement(all))
      setSaid({ text: `Saved: ${countFilms(all.length)}.`, isProblem: false })
    } catch (error) {
      setSaid({ text: (error as Error).message, isProblem: true })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <p className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      <button type="button" className="button" disabled={isBusy} onClick={save}>
        {isBusy ? 'Collecting…' : 'Save a statement (CSV)'}
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

function inUsdc(amount: number): string {
  return readableUsdc(wholeUsdc(amount))
}
