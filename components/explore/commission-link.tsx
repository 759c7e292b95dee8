'use client'
import Link from 'next/link'
import { usePlaceNames } from '../place/use-place-names.ts'
import { captureLink, type WantedCapture } from './capture-link.ts'

type Props = WantedCapture & {
  /** The name under which the area was found. Without it, the name of the cell is used. */
  name?: string | undefined
  className: string
  children: string
}

/** A link to the bounty form, filled in for a cell. */
export function CommissionLink({ name, className, children, ...wanted }: Props) {
  const cellName = usePlaceNames([wanted.cell]).get(wanted.cell)
  return (
    <Link href={captureLink(wanted, name ?? cellName)} prefetch={false} className={className}>
      {children}
    </Link>
  )
}
