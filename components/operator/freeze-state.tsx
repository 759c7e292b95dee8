'use client'
import { useQuery } from '@tanstack/react-query'
import { StepMark } from '#components/ui/step-mark'
import { type OperatorFreeze, operatorFreezeSchema } from '#lib/schemas/operator-freeze'
import { ActionButton } from './action-button.tsx'
import { operatorQuery } from './operator-query.ts'
import { FoundIds } from './overview/finding-text.tsx'
import { StateWord } from './state-word.tsx'
import { Time } from './time-format.tsx'
import { useNetworkName } from './use-operator.ts'

const everyMs = 10_000

function useFreeze() {
  return useQuery({
    ...operatorQuery({ path: 'freeze', schema: operatorFreezeSchema }),
    refetchInterval: everyMs,
  })
}

/** On every page while the service stands still: why, how far it is, and the way out. */
export function FreezeState() {
  const { data } = useFreeze()
  if (!data?.freeze) return null
  const { freeze, audit, refusal } = data
  const accept = audit?.digest ?? null
  return (
    <section
      aria-labelledby="frozen"
      className="grid grid-cols-1 gap-4 rounded-md border border-bad bg-raised p-4 sm:p-5"
    >
      <div className="grid gap-1">
        <h2 id="frozen" className="text-lg">
          <StateWord is="wrong">The service is frozen: it stands still</StateWord>
        </h2>
        <p className="max-w-[75ch] [overflow-wrap:anywhere]">
          <WithIds text={freeze.reason} />
        </p>
        <p className="text-sm text-soft">
          Since <Time iso={freeze.since} />. No payment is taken and nothing is decided; free reads go on.
        </p>
      </div>
      <ul className="grid gap-2">
        {freeze.networks.map((network) => (
          <NetworkLine key={network.network} {...network} />
        ))}
      </ul>
      {audit && <Found audit={audit} />}
      {refusal ? (
        <p className="text-sm text-soft">{refusal}</p>
      ) : (
        <div>
          <ActionButton
            asked={{ action: 'unfreeze_service', input: { accept } }}
            label={
              accept === null ? 'Unfreeze the service' : 'Accept these findings and unfreeze the service'
            }
          />
        </div>
      )}
    </section>
  )
}

/** A text, with its addresses and hashes as such. */
function WithIds({ text }: { text: string }) {
  return text.split(/(0x[0-9a-f]{40,64})/i).map((part) =>
    part.startsWith('0x') ? (
      <code key={part} className="text-sm">
        {part}
      </code>
    ) : (
      part
    ),
  )
}

type Network = NonNullable<OperatorFreeze['freeze']>['networks'][number]

function NetworkLine({ network, block, replayed_at, waits }: Network) {
  const name = useNetworkName()(network)
  return (
    <li className="grid gap-0.5">
      <span className="inline-flex items-center gap-2">
        <StepMark is={replayed_at ? 'done' : 'now'} />
        {name}: {replayed_at ? `replayed up to block ${block}` : 'being replayed'}
      </span>
      {!replayed_at &&
        waits.map((why) => (
          <span key={why} className="pl-6 text-sm text-soft [overflow-wrap:anywhere]">
            {why}
          </span>
        ))}
    </li>
  )
}

function Found({ audit }: { audit: NonNullable<OperatorFreeze['audit']> }) {
  const name = useNetworkName()
  if (audit.violations.length === 0)
    return (
      <p>
        {audit.verdict === 'sound'
          ? 'The audit finds nothing wrong.'
          : 'Could not check all of the money: nothing is known to be right or wrong there.'}
      </p>
    )
  return (
    <div className="grid gap-2">
      <h3>What the audit finds</h3>
      <ul className="grid gap-2">
        {audit.violations.map(({ code, network, message, ids, count }) => (
          <li key={`${code} ${network}`} className="grid gap-0.5">
            <span>
              {network && `${name(network)}: `}
              {message}
            </span>
            <span className="text-sm text-soft">
              <code className="text-xs">{code}</code> <FoundIds ids={ids} count={count} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The way to make it stand still by hand, while it runs. */
export function FreezeByHand() {
  const { data } = useFreeze()
  if (!data || data.freeze) return null
  return (
    <section aria-labelledby="stand-still" className="grid gap-2">
      <h2 id="stand-still" className="text-lg">
        Freeze the service
      </h2>
      <p className="max-w-[70ch] text-soft">
        Stops everything that signs, sells or decides, in every process within two seconds: for a backup that
        was put back, an endpoint that tells nonsense, a key that may be known.
      </p>
      <div>
        <ActionButton asked={{ action: 'freeze_service', input: {} }} label="Freeze the service" />
      </div>
    </section>
  )
}
