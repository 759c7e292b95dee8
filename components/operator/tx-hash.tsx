'use client'
import Link from 'next/link'
import { TxLink } from '#components/ui/tx-link'
import { hrefOf } from './subject-link.tsx'
import { useOperator } from './use-operator.ts'

type Props = {
  network: string
  hash: string
  label: string
  /** The number of the transaction, if it is one of ours: it then links to its page. */
  id?: number | undefined
}

/** The hash of a transaction, to copy, with links to the explorer, if the chain has one, and to its page here, if there is one. */
export function TxHash({ network, hash, label, id }: Props) {
  const { networks } = useOperator()
  const explorer = networks.find((one) => one.network === network)?.explorer_url
  const link = <TxLink tx={hash} label={label} explorerUrl={explorer ?? undefined} />
  if (id === undefined) return link
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {link}
      <Link href={hrefOf('transaction', String(id))} className="link text-sm whitespace-nowrap">
        Transaction {id}
      </Link>
    </span>
  )
}

/** The number of the transaction that has an attempt with this hash. */
export function transactionWith(
  hash: string,
  transactions: readonly { id: number; attempts: readonly { hash: string }[] }[],
): number | undefined {
  return transactions.find(({ attempts }) => attempts.some((one) => one.hash === hash))?.id
}
