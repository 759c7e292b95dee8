'use client'
import { rolesTitle } from '#lib/domain/chain/key-roles'
import { type OperatorChains, operatorChainsSchema, type SenderQueue } from '#lib/schemas/operator-chain'
import { Asked } from '../asked.tsx'
import { ordinalColumn } from '../columns.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { FoldOnPhone } from '../fold-on-phone.tsx'
import { useAsked } from '../operator-query.ts'
import { useFrozen } from '../overview/use-overview.ts'
import { PageHead, Part } from '../part.tsx'
import { ScrollToAddressed } from '../scroll-to-addressed.tsx'
import { StateWord } from '../state-word.tsx'
import { durationText } from '../time-words.ts'
import { useFilters } from '../use-filters.ts'
import { useNetworkName } from '../use-operator.ts'
import { agreementTexts } from './chain-words.ts'
import { Gwei } from './gwei.tsx'
import { areEndpointsWell, endpointsText, queueAnchor, queuesText, stoppedQueues } from './queue-words.ts'
import { SenderQueueTable } from './sender-queue-table.tsx'
import { TransactionList } from './transaction-list.tsx'

const everyMs = 10_000

/** The networks with their current answers, our keys on them, and all our transactions. */
export function ChainsPage() {
  const isServiceFrozen = Boolean(useFrozen())
  const [{ stuck }] = useFilters(['stuck'])
  const query = useAsked({ path: 'chains', schema: operatorChainsSchema, everyMs })
  return (
    <div className="grid grid-cols-1 gap-12">
      <PageHead title="Chains">
        What each network’s endpoints answer, what each of our keys is sending, and every transaction.
      </PageHead>
      <Asked query={query}>
        {({ chains, sender_queues: queues }) => (
          <div className="grid grid-cols-1 gap-12">
            <ScrollToAddressed otherwise={stuck ? 'transactions' : ''} />
            <Summary
              {...{ queues, isServiceFrozen, areStuck: stuck !== undefined }}
              providers={chains.flatMap(({ providers }) => providers)}
            />
            <Part title="Endpoints" id="endpoints">
              <div className="grid grid-cols-1 gap-8">
                {chains.map((chain) => (
                  <Network key={chain.network} chain={chain} />
                ))}
              </div>
            </Part>
            <Part
              title="Sender queues"
              id="queues"
              note="Each holds the transactions of one key on one chain, in the order of their nonces. The first that is not mined holds up the rest. “Next nonce” is the number that the next one gets here, “On chain” how many of the key the chain has mined, and “Gap” the difference: what is signed and not mined."
            >
              <SenderQueueTable {...{ queues, isServiceFrozen }} />
            </Part>
          </div>
        )}
      </Asked>
      <TransactionList queues={query.data?.sender_queues ?? []} />
    </div>
  )
}

/** What is wrong, before the long lists, and links to them. */
function Summary(props: {
  queues: readonly SenderQueue[]
  isServiceFrozen: boolean
  /** True if the list of transactions shows those that wait for long. */
  areStuck: boolean
  providers: readonly Provider[]
}) {
  const { queues, isServiceFrozen, areStuck, providers } = props
  const nameOf = useNetworkName()
  return (
    <div className="grid gap-2">
      <p role="status" className="text-lg font-semibold text-balance">
        {areStuck && 'Shown below: transactions that wait for over two minutes. '}
        {queuesText(queues, isServiceFrozen)} {endpointsText(providers)}
      </p>
      <ul className="flex flex-wrap gap-x-5 empty:hidden">
        {stoppedQueues(queues).map((queue) => (
          <li key={queueAnchor(queue)}>
            <a
              href={`#${queueAnchor(queue)}`}
              className="link inline-block min-h-8 content-center font-semibold pointer-coarse:min-h-11"
            >
              {queue.frozen ? 'Frozen' : 'Stopped'}: {rolesTitle(queue.roles) ?? 'key'} on{' '}
              {nameOf(queue.network)}
            </a>
          </li>
        ))}
      </ul>
      <ul className="flex flex-wrap gap-x-5">
        {sections.map(([id, text]) => (
          <li key={id}>
            <a href={`#${id}`} className="link inline-block min-h-8 content-center pointer-coarse:min-h-11">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

const sections = [
  ['endpoints', 'Endpoints'],
  ['queues', 'Sender queues'],
  ['transactions', 'Transactions'],
] as const

type Chain = OperatorChains['chains'][number]
type Provider = Chain['providers'][number]

const columns: readonly Column<Provider>[] = [
  {
    name: 'Endpoint',
    cell: ({ host }) => <code className="whitespace-nowrap">{host}</code>,
    text: ({ host }) => host,
  },
  {
    name: 'Response time',
    isNumber: true,
    cell: ({ answer_ms, error }) =>
      answer_ms === null ? (
        <span title={error ?? ''}>
          <StateWord is="wrong">No answer</StateWord>
        </span>
      ) : (
        <span className="whitespace-nowrap">{answer_ms} ms</span>
      ),
    text: ({ answer_ms }) => answer_ms ?? '',
  },
  ordinalColumn('Newest block', ({ head }) => head?.number),
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

function belowText(head: number | null, final: number): string {
  if (head === null) return ''
  return head > final ? `, ${head - final} before the newest` : ', the newest'
}

function Network({ chain }: { chain: Chain }) {
  const { name, providers, final, finality, head, compared_at: comparedAt } = chain
  const table = (
    <DataTable
      caption={`Endpoints of ${name}`}
      columns={columns}
      rows={providers}
      idOf={(provider) => `${provider.host} ${providers.indexOf(provider)}`}
      empty="None is configured."
    />
  )
  return (
    <div>
      <h3 className="font-semibold">{name}</h3>
      <p className="mb-3 text-sm text-soft">
        {final === null
          ? 'The last final block could not be read.'
          : `Final up to block ${final}${belowText(head, final)} (${finality}).`}
        {comparedAt !== null && ` Compared at block ${comparedAt}.`} Automatic fees go up to{' '}
        <Gwei gwei={chain.fee_cap_gwei} /> per gas.
      </p>
      {areEndpointsWell(providers) ? (
        <FoldOnPhone says={endpointsText(providers)}>{table}</FoldOnPhone>
      ) : (
        table
      )}
    </div>
  )
}
