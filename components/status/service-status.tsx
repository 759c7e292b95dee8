import { Cairn } from '#components/ui/cairn'
import { Moment } from '#components/ui/moment'
import { StepMark } from '#components/ui/step-mark'
import { type Readiness, statusOf, stonesOf } from './status-of.ts'

type Props = { readiness: Readiness; checkedAt: string; names: ReadonlyMap<string, string> }

/** The state of the service, and of each part that people notice. */
export function ServiceStatus({ readiness, checkedAt, names }: Props) {
  const { sentence, parts } = statusOf(readiness, (network) => names.get(network) ?? network)
  return (
    <div className="page pt-10 sm:pt-16">
      <div className="grid items-end gap-x-12 gap-y-8 md:grid-cols-[minmax(0,1fr)_auto]">
        <div>
          <p className="text-soft">Status</p>
          <h1 data-status={readiness.status} className="mt-2 max-w-[20ch] text-2xl">
            {sentence}
          </h1>
          <p className="mt-5 text-lg text-soft">
            Checked <Moment iso={checkedAt} show="relative" />. <a href="/status">Check again</a>
          </p>
        </div>
        <Cairn className="w-44 max-md:hidden" stones={stonesOf(parts)} />
      </div>
      {readiness.frozen && (
        <div className="mt-8 max-w-[66ch] border-l-2 border-wait pl-4">
          <p>
            Payments, acceptances, cancellations and refunds have been paused since{' '}
            <Moment within iso={readiness.frozen.since} />. The escrow keeps the money. Films can still be
            submitted and declined, and everything that is free to read can be read.
          </p>
          <p className="mt-2">
            Deadlines stay as they are: a bounty whose deadline passes during the pause is refunded in full
            after it. Some days after the deadline anyone can send the money back without us, on{' '}
            <a href="/refund.html">the emergency refund page</a>.
          </p>
        </div>
      )}
      <ul className="mt-12 divide-y divide-line rounded-lg border border-line bg-raised">
        {parts.map(({ name, is, says, when }) => (
          <li key={name} className="grid gap-x-8 gap-y-1 p-5 sm:grid-cols-2">
            <p className="flex gap-3 font-semibold">
              <StepMark is={is} />
              <span className="min-w-0">{name}</span>
            </p>
            <p className="max-sm:pl-8 text-soft">
              {says}
              {when && (
                <>
                  {' '}
                  {when.says} <Moment within iso={when.iso} />.
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      <p className="mt-6 text-sm text-soft">
        For programs: <a href="/api/ready">the same as JSON</a>. Is the money there? See{' '}
        <a href="/solvency">proof of funds</a>.
      </p>
    </div>
  )
}
