import type { Metadata } from 'next'
import { ProofOfFunds } from '#components/solvency/proof-of-funds'
import { webContext } from '#lib/http/api/context'
import { getSolvency } from '#lib/services/ledger/get-solvency'

export const metadata: Metadata = {
  title: 'Proof of funds',
  description: 'The amounts owed for bounties and the amounts held, read live from the chain.',
}

export default async function SolvencyPage() {
  const ctx = await webContext()
  // A local chain has no public explorer.
  const isDemo = ctx.env.mode === 'sandbox'
  const known = isDemo ? [] : ctx.env.networks
  const explorers = new Map<string, string>(known.map(({ id, explorerUrl }) => [id, explorerUrl]))
  return <ProofOfFunds solvency={await getSolvency({ ctx })} explorers={explorers} isDemo={isDemo} />
}
