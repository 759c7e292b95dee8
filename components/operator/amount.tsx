'use client'
import { parseUsdc, readableUsdc } from '#lib/domain/money/money'
import { useNetworkName } from './use-operator.ts'

/** An amount of the API in readable form: `120.00` is `120`. */
export function readable(usdc: string): string {
  return usdc.startsWith('-') ? `-${readable(usdc.slice(1))}` : readableUsdc(parseUsdc(usdc))
}

/** An amount in a table, with its unit. */
export function Usdc({ usdc }: { usdc: string }) {
  return <span className="whitespace-nowrap">{readable(usdc)} USDC</span>
}

/** The amount of money of a page's subject. */
export function Amount({ usdc, network }: { usdc: string; network: string }) {
  const nameOf = useNetworkName()
  return (
    <p className="flex flex-wrap items-baseline gap-x-2.5">
      <span className="text-[2.4rem] leading-none font-semibold tracking-tight tabular-nums">
        {readable(usdc)}
      </span>
      <span className="text-lg text-soft">USDC on {nameOf(network)}</span>
    </p>
  )
}
