import { Hash } from '#components/ui/hash'
import { UtcTime } from '#components/ui/utc-time'
import { checksumAddress } from '#lib/domain/chain/checksum-address'
import type { ChainStep } from '#lib/domain/proof/attestation'

const names: Record<ChainStep['name'], string> = {
  exists: 'attestation',
  not_revoked: 'state',
  attester: 'attester',
  schema: 'schema',
  root: 'root',
  tree_id: 'tree number',
  leaf_count: 'leaves',
  prev_root: 'previous root',
  leaf_spec: 'leaf format',
  time: 'time',
  block: 'block',
}

/** The facts read from the chain. A fact that differs from the proof shows the expected value. */
export function ChainSteps({ steps }: { steps: readonly ChainStep[] }) {
  return (
    <dl className="mt-2 grid gap-x-6 gap-y-2.5 text-ink @lg:grid-cols-2">
      {steps.map((step) => (
        <div key={step.name} className="min-w-0">
          <dt className="caption">{names[step.name]}</dt>
          <dd className="flex min-h-7 items-center">
            <Value step={step} text={step.found} label={names[step.name]} />
          </dd>
          {!step.holds && (
            <dd className="text-bad">
              differs; expected{' '}
              <Value step={step} text={step.expected} label={`expected ${names[step.name]}`} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

function Value({ step, text, label }: { step: ChainStep; text: string; label: string }) {
  if (step.name === 'prev_root' && /^0x0+$/.test(text)) return <span>none: this is the first tree</span>
  if (step.name === 'attester' && /^0x[0-9a-f]{40}$/i.test(text))
    return <Hash value={checksumAddress(text)} label={label} />
  if (text.endsWith('Z')) return <UtcTime iso={text} />
  return text.startsWith('0x') ? <Hash value={text} label={label} /> : <span>{text}</span>
}
