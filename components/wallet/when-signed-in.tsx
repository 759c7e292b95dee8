'use client'
import type { ReactNode } from 'react'
import type { WalletSettings } from '#lib/client/wallet/wallet-config'
import { SignedInAs, SignIn } from './sign-in.tsx'
import { useSession } from './use-session.ts'
import { WalletProvider } from './wallet-provider.tsx'

type Props = {
  /** Said to somebody who is not signed in: what for, and that it costs nothing. */
  purpose: string
  /** Of a page that is for nobody else: somebody who is not signed in sees no other heading. */
  title?: string
  /** Whether the part says itself, at a place of its own, who is signed in. */
  saysWho?: boolean
  children: ReactNode
}

/** A part of a page for whoever is signed in; everybody else can sign in there. */
export function WhenSignedIn({ wallet, ...props }: Props & { wallet: WalletSettings }) {
  return (
    <WalletProvider settings={wallet}>
      <Gate {...props} />
    </WalletProvider>
  )
}

function Gate({ purpose, title, saysWho, children }: Props) {
  const session = useSession()
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
        <SignIn purpose={purpose} />
      </div>
    )
  return (
    <div className="grid grid-cols-1 gap-8">
      {!saysWho && <SignedInAs />}
      {children}
    </div>
  )
}
