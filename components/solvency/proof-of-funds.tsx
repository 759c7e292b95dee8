import { DemoNote } from '#components/site/demo-mark'
import { Cairn } from '#components/ui/cairn'
import { Moment } from '#components/ui/moment'
import type { StoneState } from '#components/ui/stone'
import type { Solvency } from '#lib/schemas/solvency'
import { type Answer, answerOf, listed } from './answer.ts'
import { NetworkDetails } from './network-details.tsx'
import { NetworkTable } from './network-table.tsx'

type Props = {
  solvency: Solvency
  /** By network. */
  explorers: ReadonlyMap<string, string>
  isDemo: boolean
}

/** The amounts owed for bounties and the amounts present: the summary first, every figure below. */
export function ProofOfFunds({ solvency, explorers, isDemo }: Props) {
  const answer = answerOf(solvency)
  const checked = solvency.networks.filter(({ solvent }) => solvent !== null).map(({ name }) => name)
  return (
    <div className="page pt-10 sm:pt-16">
      <div className="grid items-end gap-x-12 gap-y-8 md:grid-cols-[minmax(0,1fr)_auto]">
        <div>
          <p className="text-soft">Proof of funds</p>
          <h1 data-solvent={answer.state} className="mt-2 text-2xl">
            {answer.sentences.map((sentence) => (
              <span key={sentence} className="block">
                {sentence}{' '}
              </span>
            ))}
          </h1>
          {answer.note && <p className="mt-5 max-w-[52ch] text-lg">{answer.note}</p>}
          {isDemo && <DemoNote className="mt-5 max-w-[46ch]" />}
          <p className="mt-5 text-lg text-soft">
            {checked.length > 0 ? (
              <>
                Checked <Moment iso={solvency.computed_at} show="relative" /> on {listed(checked)}.
              </>
            ) : (
              <>
                Tried <Moment iso={solvency.computed_at} show="relative" />.
              </>
            )}
          </p>
        </div>
        <Cairn className="w-36 max-md:hidden" stones={stonesOf(answer)} />
      </div>
      <NetworkTable networks={solvency.networks} />
      <div className="mt-6 space-y-3">
        {solvency.networks.map((books) => (
          <NetworkDetails key={books.network} books={books} explorer={explorers.get(books.network)} />
        ))}
      </div>
      <section aria-labelledby="how" className="mt-16 grid gap-x-12 gap-y-8 text-soft md:grid-cols-2">
        <div>
          <h2 id="how" className="text-xl text-ink">
            Where it is kept
          </h2>
          <p className="mt-3">
            Money for a bounty waits in a contract. The contract pays the contributor, or pays the poster
            back, and nobody else. If our service goes down,{' '}
            <a href="/refund.html">the emergency refund page</a> still works: it needs nothing of ours. Save a
            copy.
          </p>
        </div>
        <div>
          <h2 className="text-xl text-ink">Check it yourself</h2>
          <p className="mt-3">
            Ask any endpoint of the network for <code>balanceOf(escrow)</code> of USDC and{' '}
            <code>totalOpen()</code> of the contract, at the block in the details above. Programs get the same
            figures from <a href="/api/solvency">/api/solvency</a>.
          </p>
        </div>
      </section>
    </div>
  )
}

function stonesOf({ state }: Answer): { state: StoneState }[] {
  if (state === 'unchecked') return [{ state: 'open' }, { state: 'open' }, { state: 'set' }]
  if (state === 'wrong') return [{ state: 'broken' }, { state: 'set' }, { state: 'set' }]
  return [{ state: 'grown' }, { state: 'set' }, { state: 'set' }]
}
