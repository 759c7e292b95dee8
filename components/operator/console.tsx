'use client'
import { type ReactNode, Suspense } from 'react'
import { WhenSignedIn } from '#components/wallet/when-signed-in'
import type { WalletSettings } from '#lib/client/wallet/wallet-config'
import { ActionDialogProvider } from './action-button.tsx'
import { ConsoleNav } from './console-nav.tsx'
import { FreezeState } from './freeze-state.tsx'
import { OperatorGate } from './operator-gate.tsx'
import { TimeFormatProvider } from './time-format.tsx'

/** Around every page of the console: whoever is no operator sees none of it. */
export default function Console({ wallet, children }: { wallet: WalletSettings; children: ReactNode }) {
  return (
    <WhenSignedIn
      wallet={wallet}
      title="The operators’ console"
      purpose="For those who run this service: sign in with a wallet that is on its list. It costs nothing."
      saysWho
    >
      <OperatorGate>
        <TimeFormatProvider>
          <ActionDialogProvider>
            <ConsoleNav />
            <FreezeState />
            <Suspense fallback={<p className="text-soft">Loading…</p>}>{children}</Suspense>
          </ActionDialogProvider>
        </TimeFormatProvider>
      </OperatorGate>
    </WhenSignedIn>
  )
}
