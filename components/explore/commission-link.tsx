'use client'
import Link from 'next/link'
import { usePlaceNames } from '../place/use-place-names.ts'
import { captureLink, type WantedCapture } from './capture-link.ts'

type Props = WantedCapture & { className: string; children: string }

/** A link to the bounty form, filled in for a cell. */
export function CommissionLink({ className, children, ...wanted }: Props) {
  const name = usePlaceNames([wanted.cell]).get(wanted.cell)
  return (
    <Link href={captureLink(wanted, name)} prefetch={false} className={className}>
      {children}
    </Link>
  )
}
