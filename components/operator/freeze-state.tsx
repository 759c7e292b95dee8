'use client'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { StepMark } from '#components/ui/step-mark'
import { type OperatorFreeze, operatorFreezeSchema } from '#lib/schemas/operator-freeze'
import { ActionButton } from './action-button.tsx'
import { Hash } from './hash.tsx'
import { operatorQuery } from './operator-query.ts'
import { FoundIds } from './overview/finding-text.tsx'
import { useFrozen } from './overview/use-overview.ts'
import { StateWord } from './state-word.tsx'
import { Time } from './time-format.tsx'
import { useNetworkName } from './use-operator.ts'

const everyMs = 10_000

/** How far the replay of a frozen service is. `progress`: `undefined` while it runs, and until it is known. */
export function useFreeze(): { progress: OperatorFreeze | undefined; isFailed: boolean } {
  const frozen = useFrozen()
  const { data, isError: isFailed } = useQuery({
    ...operatorQuery({ path: 'freeze', schema: operatorFreezeSchema }),
    enabled: Boolean(frozen),
    staleTime: 0,
    refetchInterval: everyMs,
  })
  // An answer about an earlier freeze, or from before this one, says nothing about it.
  const progress = frozen && data?.freeze?.since === frozen.since ? data : undefined
  return { progress, isFailed }
}

/** Shown on every page while the service is frozen: the reason, the progress of the replay, and how to unfreeze. */
export function FreezeState() {
  const frozen = useFrozen()
  const { progress, isFailed } = useFreeze()
  if (!frozen) return null
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
          <WithIds text={frozen.reason} />
        </p>
        <p className="text-sm text-soft">
          Since <Time within iso={frozen.since} />. No payment is taken, no film is accepted, and no bounty is
          cancelled or refunded. Free reads still work, and films can be submitted and declined.{' '}
          <Link href="/docs/operations#cairnfrozen" className="link">
            What to do
          </Link>
        </p>
      </div>
      {progress ? (
        <Progress of={progress} />
      ) : (
        <p className="text-sm text-soft">
          {isFailed
            ? 'Could not read how far it was compared with the chains. This page tries again.'
            : 'Loading how far it was compared with the chains…'}
        </p>
      )}
    </section>
  )
}

function Progress({ of: { freeze, audit, refusal } }: { of: OperatorFreeze }) {
  return (
    <>
      <ul className="grid gap-2">
        {freeze?.networks.map((network) => (
          <NetworkLine key={network.network} {...network} />
        ))}
      </ul>
      {audit && <Found audit={audit} />}
      {refusal ? (
        <p className="text-sm text-soft">
          <WithIds text={refusal} />
        </p>
      ) : (
        <div>
          <ActionButton look="border-ink" {...unfreezing(audit?.digest ?? null)} />
        </div>
      )}
    </>
  )
}

export const freezing = {
  asked: { action: 'freeze_service', input: {} },
  label: 'Freeze the service',
} as const

/** The action that ends a freeze. @param accept the digest of the findings that it accepts; `null`: there are none */
export const unfreezing = (accept: string | null) => ({
  asked: { action: 'unfreeze_service' as const, input: { accept } },
  label: accept === null ? 'Unfreeze the service' : 'Accept these findings and unfreeze the service',
})

/** A text in which addresses and hashes are formatted, and networks have their names. */
function WithIds({ text }: { text: string }) {
  const nameOf = useNetworkName()
  return text.split(/(0x[0-9a-f]{40,64}|eip155:\d+)/i).map((part, index) =>
    part.startsWith('0x') ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
      <Hash key={index} value={part} label="the address or hash" />
    ) : part.startsWith('eip155:') ? (
      nameOf(part)
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
        {name}:{' '}
        {replayed_at ? `compared with the database up to block ${block}` : 'being compared with the database'}
      </span>
      {!replayed_at &&
        waits.map((why) => (
          <span key={why} className="pl-6 text-sm text-soft wrap-anywhere">
            <WithIds text={why} />
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
          ? 'The audit made now, for unfreezing, finds nothing wrong.'
          : 'The audit made now, for unfreezing, could not check all of the money, so its state is unknown.'}
      </p>
    )
  return (
    <div className="grid gap-2">
      <h3>What the audit made now, for unfreezing, finds</h3>
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
  if (useFrozen() !== null) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="max-w-[52ch] text-sm text-soft">
        A leaked key, a restored backup, an endpoint that returns nonsense? Stop all signing and selling
        within two seconds.
      </p>
      <ActionButton {...freezing} />
    </div>
  )
}
