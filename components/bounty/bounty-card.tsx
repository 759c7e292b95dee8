import Link from 'next/link'
import type { ReactNode } from 'react'
import { CellMap } from '#components/place/cell-map'
import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'

export type BountyCardProps = {
  href: string
  title: string
  /** Where it is to be filmed; `null` if the bounty names no place. */
  geohash: string | null
  amountUsdc: number
  /** The name of its network, beside the amount. Absent if a fact says it. */
  networkName?: string
  /** True if the bounty has ended, so that nobody can earn its amount any more. */
  isOver?: boolean
  /** Beside the pay: the distance, or the state. */
  badge?: ReactNode
  /** Between the title and the facts. */
  children?: ReactNode
  /** True for the first cards of a list, whose maps are visible at once. */
  isFirst?: boolean
  /** Short facts, shown in one line if there is room. */
  facts: readonly ReactNode[]
}

/** A bounty as a card: a street map of its cell, the pay, and the task. The whole card is a link. */
export function BountyCard(props: BountyCardProps) {
  const { href, title, geohash, amountUsdc, networkName, isOver, badge, children, facts } = props
  const { isFirst = false } = props
  return (
    <article className="relative flex h-full min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-raised has-[a:hover]:border-edge">
      <div
        className={`aspect-[2/1] flex-none overflow-hidden bg-sunken ${geohash === null ? 'max-sm:hidden' : ''}`}
      >
        {geohash === null ? (
          <NoPlace />
        ) : (
          <CellMap geohash={geohash} isFirst={isFirst} shows="width" className="size-full object-cover" />
        )}
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-1.5 p-4 sm:p-5">
        {/* Not on the map, where it would cover the area. */}
        <div className="mb-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <div className="flex flex-wrap items-center gap-x-2.5">
            <PayBadge amountUsdc={amountUsdc} isOver={isOver} />
            {networkName && <span className="text-sm text-soft">on {networkName}</span>}
          </div>
          {badge && <p className="text-sm font-semibold">{badge}</p>}
        </div>
        <h2 className="line-clamp-3 text-lg leading-snug wrap-anywhere">
          <Link
            href={href}
            prefetch={false}
            className="underline-offset-4 after:absolute after:inset-0 after:rounded-lg hover:underline focus-visible:outline-none focus-visible:shadow-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-ink"
          >
            {title}
          </Link>
        </h2>
        {children}
        <FactLine facts={facts} className="mt-auto pt-1.5" />
      </div>
    </article>
  )
}

/** Short facts in a line, with dots between them; a new line begins without one. */
export function FactLine({ facts, className = '' }: { facts: readonly ReactNode[]; className?: string }) {
  return (
    <div className={`overflow-hidden text-sm ${className}`}>
      <ul className="-ml-5 flex flex-wrap gap-y-0.5">
        {facts.map((fact, order) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: facts keep their order
            key={order}
            className="relative min-w-0 pl-5 before:absolute before:left-0 before:w-5 before:text-center before:text-soft before:content-['·']"
          >
            {fact}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What a bounty pays. */
export function PayBadge(props: { amountUsdc: number; isOver?: boolean | undefined; className?: string }) {
  const { amountUsdc, isOver = false, className = '' } = props
  return (
    <p
      className={`w-fit rounded-md px-3.5 py-1.5 text-lg leading-tight font-semibold tracking-tight whitespace-nowrap tabular-nums ${isOver ? 'bg-sunken text-soft' : 'bg-lichen text-on-lichen'} ${className}`}
    >
      {readableUsdc(wholeUsdc(amountUsdc))} USDC
    </p>
  )
}

/** Shown instead of a map for a bounty without a place, where cards stand beside each other: the whole world. */
export function NoPlace() {
  return (
    <div aria-hidden="true" className="size-full bg-map-water">
      <div className="size-full bg-map-land mask-[url(/world.svg)] mask-cover mask-center" />
    </div>
  )
}
