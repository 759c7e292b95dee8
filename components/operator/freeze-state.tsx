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

/** Shown on every page while the service is frozen: the reason, the progress of the replay, and how to unfreeze. */
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
          <StateWord is="wrong">The service is frozen</StateWord>
        </h2>
        <p className="max-w-[65ch] wrap-anywhere">
          <WithIds text={freeze.reason} />
        </p>
        <p className="text-sm text-soft">
          Since <Time iso={freeze.since} />. No payment is accepted and nothing is decided. Free reads still
          work.
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

/** A text in which addresses and hashes are formatted. */
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
          <span key={why} className="pl-6 text-sm text-soft wrap-anywhere">
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
          : 'Not all of the money could be checked, so its state is unknown.'}
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

/** The action that freezes a running service. */
export function FreezeByHand() {
  const { data } = useFreeze()
  if (!data || data.freeze) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="max-w-[52ch] text-sm text-soft">
        A leaked key, a restored backup, an endpoint that returns nonsense? Stop all signing and selling
        within two seconds.
      </p>
      <ActionButton asked={{ action: 'freeze_service', input: {} }} label="Freeze the service" />
    </div>
  )
}
