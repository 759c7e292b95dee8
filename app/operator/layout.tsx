import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { Console } from '#components/operator/lazy'
import { webContext } from '#lib/http/api/context'
import { operationLabels } from '#lib/operations/operator/operation-labels'
import { walletSettings } from '../wallet-settings.ts'

export const metadata: Metadata = {
  title: { default: 'Console', template: '%s · Console · Cairn' },
  robots: { index: false },
}

export default async function OperatorLayout({ children }: { children: ReactNode }) {
  const { env } = await webContext()
  return (
    <div className="page pt-8 has-data-console:w-full has-data-console:pt-0">
      <Console wallet={walletSettings(env, 'operator')} operationLabels={operationLabels}>
        {children}
      </Console>
    </div>
  )
}
