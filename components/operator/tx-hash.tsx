'use client'
import { TxLink } from '#components/ui/tx-link'
import { useOperator } from './use-operator.ts'

/** The hash of a transaction, to copy, with a link to the explorer if the chain has one. */
export function TxHash({ network, hash, label }: { network: string; hash: string; label: string }) {
  const { networks } = useOperator()
  const explorer = networks.find((one) => one.network === network)?.explorer_url
  return <TxLink tx={hash} label={label} explorerUrl={explorer ?? undefined} />
}
