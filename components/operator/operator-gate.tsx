'use client'
import type { ReactNode } from 'react'
import { SignedInAs } from '#components/wallet/sign-in'
import { ApiRefusal } from '#lib/client/api-refusal'
import { useEndedSession } from './use-ended-session.ts'
import { OperatorContext, useAskOperator } from './use-operator.ts'

/** Shows its content to operators, and tells all others that they are not signed in as one. */
export function OperatorGate({ children }: { children: ReactNode }) {
  useEndedSession()
  const { data, error, isPending, refetch } = useAskOperator()
  if (isPending) return <p className="text-soft">Checking your access…</p>
  if (data) return <OperatorContext value={data}>{children}</OperatorContext>
  const isNone = error instanceof ApiRefusal && error.status === 401
  return (
    <div className="grid justify-items-start gap-4">
      <h1 className="text-xl">The operators’ console</h1>
      <SignedInAs />
      <p role="alert" className="max-w-[60ch]">
        {isNone
          ? 'This wallet is not on the list of those who run this service. Sign out, and sign in with one that is.'
          : error.message}
      </p>
      {!isNone && (
        <button type="button" className="button" onClick={() => refetch()}>
          Try again
        </button>
      )}
    </div>
  )
}
