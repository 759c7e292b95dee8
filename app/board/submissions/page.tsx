import type { Metadata } from 'next'
import { BountiesNav } from '#components/bounty/bounties-nav'
import { OwnSubmissions } from '#components/contribute/lazy'
import { webContext } from '#lib/http/context'
import { walletSettings } from '../../wallet-settings.ts'

export const metadata: Metadata = {
  title: 'Your films',
  description: 'What you handed in for bounties, and what became of it.',
}

export default async function OwnSubmissionsPage() {
  const { env } = await webContext()
  return (
    <div className="page pt-6 sm:pt-8">
      <BountiesNav current="/board/submissions" />
      <h1 className="text-[clamp(1.85rem,1.4rem+2.2vw,3.25rem)] leading-[1.08]">Your films</h1>
      <p className="mt-4 max-w-[54ch] text-lg text-soft">
        What you handed in for bounties, what the check found, and what you were paid.
      </p>
      <div className="mt-10">
        <OwnSubmissions wallet={walletSettings(env, 'contributor')} />
      </div>
    </div>
  )
}
