'use client'
import type { OperatorTransactionDetail } from '#lib/schemas/operator-chain'
import { Hash } from '../hash.tsx'
import { Time } from '../time-format.tsx'
import { useAccountName } from '../use-operator.ts'
import { readCallValue } from './call-value.ts'

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
            <dl className="mt-3 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[max-content_1fr] sm:items-baseline">
              {values.map(({ name, value }) => (
                <div key={name} className="contents">
                  <dt className="text-soft">{name}</dt>
                  <dd className="min-w-0 max-sm:mb-2">
                    <Value contract={contract} argument={{ name, value }} />
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

/** An argument in the form that the other pages of the console use. Its title shows the value as it is on the chain. */
function Value({ contract, argument }: { contract: string; argument: { name: string; value: string } }) {
  const { name, value } = argument
  const accountName = useAccountName()
  const read = readCallValue(contract, argument)
  if (read.is === 'hash')
    return (
      <>
        {accountName(value)} <Hash value={value} label={`the value of ${name}`} />
      </>
    )
  if (read.is === 'time') return <Time iso={read.iso} />
  if (read.is === 'text') return <code className="wrap-anywhere">{value}</code>
  return (
    <span title={value} className="tabular-nums">
      {read.is === 'amount' ? read.text : 'no limit'}
    </span>
  )
}
