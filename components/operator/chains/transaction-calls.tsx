'use client'
import { Hash } from '#components/ui/hash'
import type { OperatorTransactionDetail } from '#lib/schemas/operator-chain'

/** The calls in words, one after another for a batch. */
export function TransactionCalls({ transaction }: { transaction: OperatorTransactionDetail }) {
  const { calls, calls_total: total } = transaction
  return (
    <div className="grid gap-4">
      {calls.map(({ contract, address, call, arguments: values }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the calls of a transaction never change
        <div key={index} className="rounded-md border border-line bg-raised p-4">
          <p className="flex flex-wrap items-center gap-x-2">
            <code className="font-semibold">{call === 'unknown' ? 'a call we do not know' : call}</code>
            <span className="text-soft">of {contract}</span>
            <Hash value={address} label="the contract's address" />
          </p>
          {values.length > 0 && (
            <dl className="mt-3 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[max-content_1fr]">
              {values.map(({ name, value }) => (
                <div key={name} className="contents">
                  <dt className="text-soft">{name}</dt>
                  <dd className="min-w-0 max-sm:mb-2">
                    <code className="wrap-anywhere">{value}</code>
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      ))}
      {total > calls.length && (
        <p className="text-soft">
          And {total - calls.length} more of the {total} in this batch.
        </p>
      )}
    </div>
  )
}
