import type { Metadata } from 'next'
import { ReceiptPage } from '#components/review/lazy'
import { webContext } from '#lib/http/api/context'

export const metadata: Metadata = { title: 'Receipt', robots: { index: false } }

type Props = { params: Promise<{ bounty_id: string }> }

/** The payments of a bounty, for paper. Every id gets an identical page: the browser that has the key reads the bounty. */
export default async function Page({ params }: Props) {
  const { env } = await webContext()
  return (
    <div className="page max-w-[56rem] pt-8 pb-16 sm:pt-12 print:max-w-none print:py-0">
      <ReceiptPage
        bountyId={(await params).bounty_id}
        networks={env.networks.map(({ id, name }) => ({ id, name }))}
        isDemo={env.mode === 'sandbox'}
      />
    </div>
  )
}
