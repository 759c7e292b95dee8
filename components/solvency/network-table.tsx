import { StepMark } from '#components/ui/step-mark'
import { readableUsdc } from '#lib/domain/money/money'
import { type Books, owedAndHeld } from './answer.ts'

const verdicts = {
  true: { mark: 'done', words: 'Covered' },
  false: { mark: 'wrong', words: 'Does not agree' },
  null: { mark: 'later', words: 'Could not check' },
} as const

/** What each network owes and has. */
export function NetworkTable({ networks }: { networks: readonly Books[] }) {
  return (
    <table className="mt-12 w-full overflow-hidden rounded-lg border border-line bg-raised text-left">
      <caption className="sr-only">Money for bounties, by network</caption>
      <thead className="caption">
        <tr className="border-b border-line *:px-4 *:py-3 *:font-normal sm:*:px-6">
          <th scope="col">Network</th>
          <th scope="col" className="text-right">
            Owed
          </th>
          <th scope="col" className="text-right">
            Held
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {networks.map((books) => (
          <Row key={books.network} books={books} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ books }: { books: Books }) {
  const sums = owedAndHeld(books)
  const { mark, words } = verdicts[`${books.solvent}`]
  return (
    <tr className="*:px-4 *:py-4 sm:*:px-6">
      <th scope="row" className="font-normal">
        <span className="block text-lg font-semibold tracking-tight">{books.name}</span>
        <span className={`mt-1 flex gap-2 text-sm ${books.solvent === false ? 'text-bad' : 'text-soft'}`}>
          <StepMark is={mark} />
          {words}
        </span>
      </th>
      <Amount atomic={sums?.owed} />
      <Amount atomic={sums?.held} isShort={sums && sums.held < sums.owed} />
    </tr>
  )
}

function Amount({ atomic, isShort }: { atomic: bigint | undefined; isShort?: boolean | undefined }) {
  return (
    <td className="text-right align-middle tabular-nums">
      {atomic === undefined ? (
        <span className="text-sm text-soft">not checked</span>
      ) : (
        <span className={isShort ? 'text-bad' : undefined}>
          <span className="text-lg font-semibold tracking-tight">{readableUsdc(atomic)}</span>{' '}
          <span className="text-sm max-sm:block">USDC</span>
        </span>
      )}
    </td>
  )
}
