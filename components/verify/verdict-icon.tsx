import type { ListedVerdict } from '#lib/client/check-view'
import type { Verdict } from '#lib/domain/proof/verdict'

/** Each verdict has its own outline, so that verdicts can be distinguished without colours. */
const marks: Record<Verdict, string> = {
  verified: 'M12 24.5 20.5 33 36 15.5',
  pending: 'M24 13v11.500l7.5 4.5',
  unknown: 'M18 19c0-3.6 2.6-6 6-6s6 2.4 6 5.600c0 4.4-6 4.6-6 9.400m0 6v.4',
  does_not_match: 'M14 20h20M14 28h20M29 13 19 35',
  revoked_or_wrong_attester: 'M15 15l18 18M33 15 15 33',
  could_not_check: 'M12 24h4m6 0h4m6 0h4',
  unsupported: 'M24 13v13m0 7.500v.5',
}

const outlines: Record<Verdict, string> = {
  verified: 'M24 3c13 0 21 8 21 21s-8 21-21 21S3 37 3 24 11 3 24 3Z',
  pending: 'M24 4a20 20 0 1 1 0 40 20 20 0 0 1 0-40Z',
  unknown: 'M24 4a20 20 0 1 1 0 40 20 20 0 0 1 0-40Z',
  does_not_match: 'M15 4h18l11 11v18L33 44H15L4 33V15Z',
  revoked_or_wrong_attester: 'M15 4h18l11 11v18L33 44H15L4 33V15Z',
  could_not_check: 'M10 5h28a5 5 0 0 1 5 5v28a5 5 0 0 1-5 5H10a5 5 0 0 1-5-5V10a5 5 0 0 1 5-5Z',
  unsupported: 'M24 4 45 42H3Z',
}

/** The parts of a verdict have its icon. */
export function wholeVerdict(verdict: ListedVerdict): Verdict {
  if (verdict === 'empty') return 'unsupported'
  return verdict === 'chain_not_read' ? 'could_not_check' : verdict
}

export const verdictTones: Record<Verdict, string> = {
  verified: 'text-good',
  pending: 'text-wait',
  unknown: 'text-none',
  does_not_match: 'text-bad',
  revoked_or_wrong_attester: 'text-bad',
  could_not_check: 'text-wait',
  unsupported: 'text-wait',
}

/** A heap of stones: there is a record, and no file was compared with it. */
const recordMark = 'M20.5 17h7M17.5 24h13M14 31h20'

/**
 * @param verdict `undefined` while the check goes on
 * @param isRecordOnly true if no file was compared, so that a valid record is not shown by the sign of an unchanged file
 */
export function VerdictIcon(props: {
  verdict: Verdict | undefined
  isRecordOnly?: boolean
  className?: string
}) {
  const { verdict, isRecordOnly = false, className } = props
  const isRecord = isRecordOnly && verdict === 'verified'
  const isFilled = verdict === 'verified' && !isRecord
  const tone = isRecord ? 'text-ink' : verdict ? verdictTones[verdict] : 'text-soft'
  const isOpen = verdict === undefined || verdict === 'pending' || verdict === 'could_not_check'
  return (
    <svg
      viewBox="0 0 48 48"
      aria-hidden="true"
      className={`${tone} ${className}`}
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path
        d={outlines[verdict ?? 'pending']}
        strokeWidth="2.5"
        strokeDasharray={isOpen ? '5 6' : undefined}
        fill={isFilled ? 'currentColor' : 'none'}
      />
      {verdict && (
        <path
          d={isRecord ? recordMark : marks[verdict]}
          strokeWidth="3.5"
          stroke={isFilled ? 'var(--raised)' : 'currentColor'}
        />
      )}
    </svg>
  )
}
