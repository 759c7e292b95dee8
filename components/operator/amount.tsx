'use client'
import { useNetworkName } from './use-operator.ts'

/** The money that a page is about. */
export function Amount({ usdc, network }: { usdc: string; network: string }) {
  const nameOf = useNetworkName()
  return (
    <p className="flex flex-wrap items-baseline gap-x-2.5">
      <span className="text-[2.4rem] leading-none font-semibold tracking-tight tabular-nums">{usdc}</span>
      <span className="text-lg text-soft">USDC on {nameOf(network)}</span>
    </p>
  )
}
