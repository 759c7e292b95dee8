'use client'
import { type ReactNode, Suspense } from 'react'
import { SkipLink } from '#components/site/skip-link'
import { WhenSignedIn } from '#components/wallet/when-signed-in'
import type { WalletSettings } from '#lib/client/wallet/wallet-config'
import { ActionDialogProvider } from './action-button.tsx'
import { ConsoleNav } from './console-nav.tsx'
import { FreezeState } from './freeze-state.tsx'
import { OperatorGate } from './operator-gate.tsx'
import { Palette } from './palette.tsx'
import { TimeFormatProvider } from './time-format.tsx'
import { UnfinishedNote } from './unfinished-note.tsx'
import { type OperationLabels, OperationLabelsContext } from './use-operator.ts'

type Props = {
  wallet: WalletSettings
  operationLabels: OperationLabels
  /** True in sandbox mode. */
  isDemo: boolean
  children: ReactNode
}

/** The frame of every console page, in place of the site's header and footer. It renders its content for operators only. */
export default function Console({ wallet, operationLabels, isDemo, children }: Props) {
  return (
    <WhenSignedIn
      wallet={wallet}
      title="The operators’ console"
      purpose="For the people who run this service. Sign in with a wallet on the list of operators. Signing in is free."
      saysWho
      endedNote={<UnfinishedNote />}
    >
      <OperatorGate>
        <TimeFormatProvider>
          <ActionDialogProvider>
            <div data-console className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
              <SkipLink to="console-page">Skip the navigation</SkipLink>
              <ConsoleNav isDemo={isDemo} />
              <div className="grid min-w-0 grid-cols-1 content-start gap-6 px-4 py-4 sm:px-8 sm:py-5 lg:min-h-dvh">
                <Palette />
                <FreezeState />
                <div id="console-page" tabIndex={-1} className="min-w-0 max-w-[112rem]">
                  <OperationLabelsContext value={operationLabels}>
                    <Suspense fallback={<p className="text-soft">Loading…</p>}>{children}</Suspense>
                  </OperationLabelsContext>
                </div>
              </div>
            </div>
          </ActionDialogProvider>
        </TimeFormatProvider>
      </OperatorGate>
    </WhenSignedIn>
  )
}
