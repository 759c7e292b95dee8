import type { ReactNode } from 'react'
import { Fact } from '#components/ui/fact'
import { Fold } from '#components/ui/fold'
import { Hash } from '#components/ui/hash'
import { Moment } from '#components/ui/moment'
import { readableUsdc } from '#lib/domain/money/money'
import type { SolvencyAmount } from '#lib/schemas/solvency'
import type { Books } from './answer.ts'

type Props = { books: Books; explorer: string | undefined }

/** All figures of one network, folded, or open if a figure is wrong. */
export function NetworkDetails({ books, explorer }: Props) {
  const { escrow, treasury, block } = books
  return (
    <Fold title={`All figures on ${books.name}`} isOpen={books.solvent === false}>
      {escrow && treasury && (
        <div className="grid gap-x-12 gap-y-6 md:grid-cols-2">
          <Figures title="In escrow">
            <Figure name="Held by the contract" amount={escrow.balance} />
            <Figure name="Owed for bounties posted here" amount={escrow.our_bounties} />
            <Figure name="Owed for bounties of others" amount={escrow.other_bounties} />
            <Figure name="Unsolicited deposits" amount={escrow.surplus} />
            <Figure name="Difference" amount={escrow.difference} mustBeZero />
          </Figures>
          <Figures title="In transit">
            <Figure name="Paid, not yet in escrow or refunded" amount={treasury.in_flight} />
            <Figure name="Received without a bounty" amount={treasury.unmatched_in} />
            <Figure name="Sent without a bounty" amount={treasury.unmatched_out} mustBeZero />
            <Figure name="Moved in from revenue" amount={treasury.revenue} />
            <Figure name="Difference" amount={treasury.difference} mustBeZero />
            <Figure name="Missing from the treasury" amount={treasury.shortfall} mustBeZero />
          </Figures>
        </div>
      )}
      <dl className="mt-6 grid gap-x-12 gap-y-4 text-sm first:mt-0 sm:grid-cols-2">
        <Fact name="As of block">
          {block ? (
            <>
              {block.number.toLocaleString('en')}, <Moment iso={block.time} />
            </>
          ) : (
            'could not be read just now'
          )}
        </Fact>
        <Address name="Escrow contract" value={books.escrow_address} explorer={explorer} />
        <Address name="Treasury" value={books.treasury_address} explorer={explorer} />
        <Address name="USDC" value={books.usdc_address} explorer={explorer} />
      </dl>
    </Fold>
  )
}

function Figures({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="font-semibold tracking-normal">{title}</h2>
      <dl className="mt-2 divide-y divide-line text-sm">{children}</dl>
    </section>
  )
}

function Figure(props: { name: string; amount: SolvencyAmount; mustBeZero?: boolean }) {
  const { name, amount, mustBeZero } = props
  const isWrong = mustBeZero && amount.atomic !== '0'
  return (
    <div className={`flex justify-between gap-6 py-2.5 ${isWrong ? 'font-semibold text-bad' : ''}`}>
      <dt className={isWrong ? '' : 'text-soft'}>{name}</dt>
      <dd className="whitespace-nowrap tabular-nums">
        {readableUsdc(BigInt(amount.atomic))} USDC{isWrong && ', must be 0'}
      </dd>
    </div>
  )
}

function Address({ name, value, explorer }: { name: string; value: string; explorer: string | undefined }) {
  return (
    <Fact name={name}>
      <span className="flex flex-wrap items-center gap-x-3">
        <Hash value={value} label={`the address: ${name}`} />
        {explorer && <a href={`${explorer}/address/${value}`}>Explorer</a>}
      </span>
    </Fact>
  )
}
