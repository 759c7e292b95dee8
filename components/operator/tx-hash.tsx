'use client'
import { CopyButton } from '#components/ui/copy-button'
import { Hash, shortHash } from '#components/ui/hash'
import { useOperator } from './use-operator.ts'

/** The hash of a transaction, to copy, with a link to the explorer if the chain has one. */
export function TxHash({ network, hash, label }: { network: string; hash: string; label: string }) {
  const { networks } = useOperator()
  const explorer = networks.find((one) => one.network === network)?.explorer_url
  if (!explorer) return <Hash value={hash} label={label} />
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <a href={`${explorer}/tx/${hash}`} target="_blank" rel="noreferrer" title={hash}>
        <code className="text-sm">{shortHash(hash)}</code>
      </a>
      <CopyButton text={hash} label={`Copy ${label}`} />
    </span>
  )
}
