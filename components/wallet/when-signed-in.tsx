'use client'
import type { ReactNode } from 'react'
import type { WalletSettings } from '#lib/client/wallet/wallet-config'
import { SignedInAs, SignIn } from './sign-in.tsx'
import { useHasEnded, useSession } from './use-session.ts'
import { WalletProvider } from './wallet-provider.tsx'

type Props = {
  /** Text for visitors who are not signed in: the purpose, and that it is free. */
  purpose: string
  /** Heading of a page that needs a session, for visitors without one. */
  title?: string
  /** Shown beside the sign-in button when the session has expired. */
  endedNote?: ReactNode
  /** True if the content shows the signed-in wallet itself. */
  saysWho?: boolean
  children: ReactNode
}

/** Content for signed-in visitors. Others see a sign-in button. */
export function WhenSignedIn({ wallet, ...props }: Props & { wallet: WalletSettings }) {
  return (
    <WalletProvider settings={wallet}>
      <Gate {...props} />
    </WalletProvider>
  )
}

function Gate({ purpose, title, endedNote, saysWho, children }: Props) {
  const session = useSession()
  const hasEnded = useHasEnded()
  const heading = title && <h1 className="mb-4 text-xl">{title}</h1>
  if (session.isPending) return <p className="text-soft">Looking whether you are signed in…</p>
  if (session.isError)
    return (
      <div>
        {heading}
        <p role="alert" className="text-bad">
          {session.error.message}
        </p>
        <button type="button" className="button mt-4" onClick={() => session.refetch()}>
          Try again
        </button>
      </div>
    )
  if (!session.data)
    return (
      <div>
        {heading}
        <SignIn purpose={purpose} hasEnded={hasEnded} endedNote={endedNote} />
      </div>
    )
  return (
    <div className="grid grid-cols-1 gap-8">
      {!saysWho && <SignedInAs />}
      {children}
    </div>
  )
}
