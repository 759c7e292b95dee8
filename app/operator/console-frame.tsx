import type { ReactNode } from 'react'
import { Console } from '#components/operator/lazy'
import { webContext } from '#lib/http/api/context'
import { operationLabels } from '#lib/operations/operator/operation-labels'
import { walletSettings } from '../wallet-settings.ts'

export async function ConsoleFrame({ children }: { children: ReactNode }) {
  const { env } = await webContext()
  return (
    <Console
      wallet={walletSettings(env, 'operator')}
      operationLabels={operationLabels}
      isDemo={env.mode === 'sandbox'}
    >
      {children}
    </Console>
  )
}
