import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { Fact } from '#components/ui/fact'
import { Hash } from '#components/ui/hash'
import { StepMark } from '#components/ui/step-mark'
import { UtcTime } from '#components/ui/utc-time'
import { webContext } from '#lib/http/context'
import type { Solvency, SolvencyAmount } from '#lib/schemas/solvency'
import { getSolvency } from '#lib/services/ledger/get-solvency'

export const metadata: Metadata = {
  title: 'Where the money is',
  description: 'Every cent of every bounty, counted on the chain and compared with our books.',
}

type Books = Solvency['networks'][number]

export default async function SolvencyPage() {
  const ctx = await webContext()
  const solvency = await getSolvency({ ctx })
  // A local chain has no public explorer.
  const known = ctx.env.mode === 'sandbox' ? [] : ctx.env.networks
  const explorers = new Map<string, string>(known.map(({ id, explorerUrl }) => [id, explorerUrl]))
  return (
    <div className="page pt-10 sm:pt-16">
      <h1 className="text-[clamp(1.85rem,1.4rem+2.2vw,3.25rem)] leading-[1.08]">Where the money is</h1>
      <p className="mt-4 max-w-[58ch] text-lg text-soft">
        The money of bounties waits in a contract that pays the contributor or pays the poster back, and
        nobody else. These are its figures in a final block of each network, beside what our own books say.
      </p>
      <p role="status" className="mt-6 max-w-[58ch] text-lg font-medium">
        {verdict(solvency)}
      </p>
      <p className="mt-1 text-sm text-soft">
        Counted <UtcTime iso={solvency.computed_at} />.
      </p>
      <div className="mt-10 grid gap-6 lg:grid-cols-2">
        {solvency.networks.map((books) => (
          <Network key={books.network} books={books} explorer={explorers.get(books.network)} />
        ))}
      </div>
      <section aria-labelledby="count-title" className="mt-16 max-w-[62ch]">
        <h2 id="count-title" className="text-xl">
          Count it yourself
        </h2>
        <p className="mt-3 text-soft">
          Ask any endpoint of the network for <code>balanceOf(escrow)</code> of the token and{' '}
          <code>totalOpen()</code> of the escrow contract, at the block named above. Both have to be what this
          page says. The same figures are at <a href="/api/solvency">/api/solvency</a>, for programs.
        </p>
        <p className="mt-3 text-soft">
          Should this service ever be gone, <a href="/refund.html">one page that needs nothing of ours</a>{' '}
          pays back every bounty whose deadline has passed. Keep a copy.
        </p>
      </section>
    </div>
  )
}

function verdict({ solvent }: Solvency): string {
  if (solvent === true) return 'Every cent is where it should be, on every network.'
  if (solvent === false) return 'The figures do not agree. Until they do, treat this as our fault.'
  return 'This could not be checked on every network just now. It says nothing about the money.'
}

const marks = { true: 'done', false: 'wrong', null: 'later' } as const

function Network({ books, explorer }: { books: Books; explorer: string | undefined }) {
  const { escrow, treasury, block } = books
  return (
    <article className="min-w-0 rounded-lg border border-line bg-raised p-5 sm:p-7">
      <h2 className="flex items-center gap-3 text-lg">
        <StepMark is={marks[`${books.solvent}`]} />
        {books.name}
      </h2>
      <p className="mt-1 text-sm text-soft">
        {books.solvent === null && 'Could not be checked: the network did not answer.'}
        {books.solvent === true && 'Checked: the chain and our books agree.'}
        {books.solvent === false && 'Checked: the chain and our books do not agree.'}
      </p>
      {escrow && treasury && (
        <>
          <Figures title="In escrow">
            <Figure name="Held by the contract" amount={escrow.balance} />
            <Figure name="Owed to open bounties of our callers" amount={escrow.our_bounties} />
            <Figure name="Owed to anybody else’s" amount={escrow.other_bounties} />
            <Figure name="Sent to it by itself" amount={escrow.surplus} />
            <Figure name="Difference" amount={escrow.difference} mustBeZero />
          </Figures>
          <Figures title="On its way">
            <Figure name="Paid, and not in escrow or paid back yet" amount={treasury.in_flight} />
            <Figure name="Came in for no bounty" amount={treasury.unmatched_in} />
            <Figure name="Went out for no bounty" amount={treasury.unmatched_out} mustBeZero />
            <Figure name="Moved in from revenue" amount={treasury.revenue} />
            <Figure name="Difference" amount={treasury.difference} mustBeZero />
            <Figure name="Missing from the treasury" amount={treasury.shortfall} mustBeZero />
          </Figures>
        </>
      )}
      <dl className="mt-6 grid gap-x-6 gap-y-3 border-t border-line pt-5 text-sm sm:grid-cols-2">
        {block && (
          <Fact name="As of final block">
            {block.number}, <UtcTime iso={block.time} />
          </Fact>
        )}
        <Address name="Escrow contract" value={books.escrow_address} explorer={explorer} />
        <Address name="Treasury" value={books.treasury_address} explorer={explorer} />
        <Address name="USDC" value={books.usdc_address} explorer={explorer} />
      </dl>
    </article>
  )
}

function Figures({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6">
      <h3 className="text-sm font-semibold tracking-normal">{title}</h3>
      <dl className="mt-2 divide-y divide-line border-y border-line text-sm">{children}</dl>
    </section>
  )
}

function Figure(props: { name: string; amount: SolvencyAmount; mustBeZero?: boolean }) {
  const { name, amount, mustBeZero } = props
  const isWrong = mustBeZero && amount.atomic !== '0'
  return (
    <div className={`flex justify-between gap-6 py-2 ${isWrong ? 'font-semibold text-bad' : ''}`}>
      <dt className={isWrong ? '' : 'text-soft'}>{name}</dt>
      <dd className="whitespace-nowrap tabular-nums">
        {amount.usdc} USDC{isWrong && ', must be 0.00'}
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
