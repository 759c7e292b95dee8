import type { ReactNode } from 'react'
import type { Report } from '#lib/client/check'
import { readerTimeZone } from '#lib/client/reader-time-zone'
import { serviceNow } from '#lib/client/service-clock'
import { isoSeconds } from '#lib/domain/text/iso-time'
import { momentText, utcText, zoneText } from '#lib/domain/text/moment'

/** A report, or what is known of it while the chain is read. */
export type Known = Pick<Report, 'proof' | 'chain'> & { verdict?: Report['verdict'] }

/** The claimed time of capture, the proven time of the anchor, and the time of this check. */
export function Timeline({ of: { proof, chain, verdict } }: { of: Known }) {
  if (!proof) return null
  return (
    <ol
      aria-label="Timeline"
      className="relative grid gap-3.5 text-sm before:absolute before:inset-y-1 before:left-[5px] before:w-px before:bg-line"
    >
      <Point isClaim>
        <When iso={proof.captured_at} /> captured, as claimed
      </Point>
      {verdict === 'verified' && chain?.time !== undefined ? (
        <Point isProven>
          <When iso={isoSeconds(chain.time)} /> anchored, proven
        </Point>
      ) : (
        <Point>
          <When iso={proof.attestation.time} /> anchored, says the proof
        </Point>
      )}
      <Point>
        <b className="font-semibold text-ink">Now</b> {verdict ? 'checked' : 'being checked'} in your browser
      </Point>
    </ol>
  )
}

/** With the zone, because a certificate of the same record has UTC, and the date may differ. */
function When({ iso }: { iso: string }) {
  const zone = readerTimeZone()
  return (
    <time dateTime={iso} title={utcText(iso)} className="whitespace-nowrap">
      <b className="font-semibold text-ink">
        {momentText(iso, 'datetime', { now: serviceNow(), timeZone: zone })}
      </b>{' '}
      {zoneText(iso, zone)}
    </time>
  )
}

function Point(props: { isProven?: boolean; isClaim?: boolean; children: ReactNode }) {
  const { isProven, isClaim, children } = props
  return (
    <li className="relative pl-6 text-soft">
      <span
        aria-hidden="true"
        className={`absolute top-[0.42em] left-0 size-[11px] rounded-full ${isProven ? 'bg-lichen-shade' : isClaim ? 'border-2 border-ink bg-ground' : 'bg-ink'}`}
      />
      {children}
    </li>
  )
}
