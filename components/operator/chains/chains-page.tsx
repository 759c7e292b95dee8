'use client'
import type { OperatorChains } from '#lib/schemas/operator-chain'
import { Asked } from '../asked.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { StateWord } from '../state-word.tsx'
import { durationText } from '../time-words.ts'
import { agreementTexts } from './chain-words.ts'
import { LaneTable } from './lane-table.tsx'
import { TransactionList } from './transaction-list.tsx'
import { useChains } from './use-chains.ts'

/** The networks as they answer, our keys on them, and all that was asked of them. */
export function ChainsPage() {
  const query = useChains()
  return (
    <div className="grid grid-cols-1 gap-12">
      <div>
        <h1 className="text-xl">Chains</h1>
        <p className="mt-2 max-w-[65ch] text-soft">
          What each network’s endpoints answer, what each key of ours has under way there, and every
          transaction.
        </p>
      </div>
      <Asked query={query}>
        {({ chains, lanes }) => (
          <div className="grid grid-cols-1 gap-12">
            <section aria-labelledby="endpoints">
              <h2 id="endpoints" className="text-lg">
                Endpoints
              </h2>
              <div className="mt-3 grid grid-cols-1 gap-8">
                {chains.map((chain) => (
                  <Network key={chain.network} chain={chain} />
                ))}
              </div>
            </section>
            <section aria-labelledby="lanes">
              <h2 id="lanes" className="text-lg">
                Lanes
              </h2>
              <p className="mt-2 mb-4 max-w-[65ch] text-soft">
                A lane is one key on one chain: what it sends goes in the order of its nonces. The first one
                that is not mined holds up all behind it.
              </p>
              <LaneTable lanes={lanes} />
            </section>
          </div>
        )}
      </Asked>
      <TransactionList />
    </div>
  )
}

type Chain = OperatorChains['chains'][number]
type Provider = Chain['providers'][number]

const columns: Column<Provider>[] = [
  {
    name: 'Endpoint',
    cell: ({ host }) => <code className="whitespace-nowrap">{host}</code>,
    text: ({ host }) => host,
  },
  {
    name: 'Answers in',
    isNumber: true,
    cell: ({ answer_ms, error }) =>
      answer_ms === null ? (
        <span title={error ?? ''} className="whitespace-nowrap">
          <StateWord is="wrong">No answer</StateWord>
        </span>
      ) : (
        <span className="whitespace-nowrap">{answer_ms} ms</span>
      ),
    text: ({ answer_ms }) => answer_ms ?? '',
  },
  {
    name: 'Newest block',
    isNumber: true,
    cell: ({ head }) => head?.number ?? '–',
    text: ({ head }) => head?.number ?? '',
  },
  {
    name: 'Block age',
    isNumber: true,
    cell: ({ head }) => (
      <span className="whitespace-nowrap">{head ? durationText(head.age_seconds) : '–'}</span>
    ),
    text: ({ head }) => head?.age_seconds ?? '',
  },
  {
    name: 'Compared with the others',
    cell: ({ agreement, error }) => {
      const said = error ?? agreementTexts[agreement]
      return agreement === 'differs' ? <StateWord is="wrong">{said}</StateWord> : said
    },
    text: ({ agreement }) => agreement,
  },
]

function Network({ chain }: { chain: Chain }) {
  const { name, providers, final, finality, head, compared_at: comparedAt } = chain
  return (
    <div>
      <h3 className="font-semibold">{name}</h3>
      <p className="mb-3 text-sm text-soft">
        {final === null
          ? 'The last final block could not be read.'
          : `Final up to block ${final}${head === null ? '' : `, ${head - final} below the newest`} (${finality}).`}
        {comparedAt !== null && ` Compared at block ${comparedAt}.`} We offer at most {chain.fee_cap_gwei}{' '}
        gwei per gas by ourselves.
      </p>
      <DataTable
        caption={`Endpoints of ${name}`}
        columns={columns}
        rows={providers}
        idOf={(provider) => `${provider.host} ${providers.indexOf(provider)}`}
        empty="None is configured."
      />
    </div>
  )
}
