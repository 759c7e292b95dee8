import 'server-only'
import { parseEther } from 'viem'
import { z } from 'zod'
import { address, block, blocks, finality, nativeAmount, urlList } from '#lib/adapters/env-fields'

type NetworkId = 'eip155:8453' | 'eip155:5042'
type NetworkSettings = Readonly<{
  id: NetworkId
  chainId: number
  name: string
  rpcUrls: readonly string[]
  usdc: { address: `0x${string}`; domainName: string; domainVersion: string }
  payTo: `0x${string}`
  confirmations: number
  finality: 'safe' | 'finalized' | number
  escrow: `0x${string}`
  gasBudgetWei: bigint | undefined
  previousEscrow: `0x${string}` | undefined
  ledgerFromBlock: number
  explorerUrl: string
}>

export const networkVariables = {
  NETWORKS: z.string().default('eip155:8453,eip155:5042'),
  RPC_URLS_8453: urlList.optional(),
  RPC_URLS_5042: urlList.optional(),
  USDC_ADDRESS_8453: address.default('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'),
  USDC_ADDRESS_5042: address.default('0x3600000000000000000000000000000000000000'),
  PAY_TO_8453: address.optional(),
  PAY_TO_5042: address.optional(),
  CONFIRMATIONS_8453: blocks.default(5),
  CONFIRMATIONS_5042: blocks.default(0),
  FINALITY_8453: finality.default('safe'),
  FINALITY_5042: finality.default(0),
  ESCROW_ADDRESS_8453: address.optional(),
  ESCROW_ADDRESS_5042: address.optional(),
  GAS_BUDGET_8453: nativeAmount.optional(),
  GAS_BUDGET_5042: nativeAmount.optional(),
  PREVIOUS_ESCROW_ADDRESS_8453: address.optional(),
  PREVIOUS_ESCROW_ADDRESS_5042: address.optional(),
  LEDGER_FROM_BLOCK_8453: block.default(0),
  LEDGER_FROM_BLOCK_5042: block.default(0),
}

const shape = z.object(networkVariables)
type NetworkVariables = z.output<typeof shape>

/** The two networks of the contract; an own deployment changes addresses, never these names. */
const known = {
  'eip155:8453': { name: 'Base', domainName: 'USD Coin', explorerUrl: 'https://basescan.org' },
  'eip155:5042': { name: 'Arc', domainName: 'USDC', explorerUrl: 'https://explorer.arc.io' },
} as const

/** The networks that are used, and of them those whose settings are all there. */
export function networksOf(
  v: Partial<NetworkVariables & { CAIRN_MODE: string }>,
  isGiven: (name: string) => boolean,
  problems: string[],
): { ids: NetworkId[]; all: NetworkSettings[] } {
  const ids = (v.NETWORKS ?? '').split(',').flatMap((item): NetworkId[] => {
    const id = item.trim()
    if (id === 'eip155:8453' || id === 'eip155:5042') return [id]
    problems.push(`NETWORKS: ${id} is not one of ${Object.keys(known).join(', ')}`)
    return []
  })
  const all = ids.flatMap((id): NetworkSettings[] => {
    const chainId = id === 'eip155:8453' ? 8453 : 5042
    for (const name of [`RPC_URLS_${chainId}`, `PAY_TO_${chainId}`, `ESCROW_ADDRESS_${chainId}`])
      if (!isGiven(name)) problems.push(`${name}: is required for ${id}`)
    const rpcUrls = v[`RPC_URLS_${chainId}`]
    const payTo = v[`PAY_TO_${chainId}`]
    const escrow = v[`ESCROW_ADDRESS_${chainId}`]
    const previousEscrow = v[`PREVIOUS_ESCROW_ADDRESS_${chainId}`]
    if (escrow && escrow.toLowerCase() === previousEscrow?.toLowerCase())
      problems.push(`PREVIOUS_ESCROW_ADDRESS_${chainId}: must differ from ESCROW_ADDRESS_${chainId}`)
    if (!rpcUrls || !payTo || !escrow) return []
    const { name, domainName, explorerUrl } = known[id]
    return [
      {
        id,
        chainId,
        name,
        rpcUrls,
        payTo,
        usdc: { address: v[`USDC_ADDRESS_${chainId}`]!, domainName, domainVersion: '2' },
        finality: v[`FINALITY_${chainId}`]!,
        confirmations: v[`CONFIRMATIONS_${chainId}`]!,
        escrow,
        gasBudgetWei: gasBudgetOf(v, chainId),
        previousEscrow,
        ledgerFromBlock: v[`LEDGER_FROM_BLOCK_${chainId}`]!,
        explorerUrl,
      },
    ]
  })
  return { ids, all }
}

/** Unless told: enough for about 200,000 settlements a day on Base and 15,000 on Arc. Gas of local chains costs nothing. */
const usualGasBudgets = { 8453: parseEther('0.05'), 5042: parseEther('25') }

function gasBudgetOf(
  v: Partial<NetworkVariables & { CAIRN_MODE: string }>,
  chainId: 8453 | 5042,
): bigint | undefined {
  const told = v[`GAS_BUDGET_${chainId}`]
  if (told !== undefined) return told ?? undefined
  return v.CAIRN_MODE === 'sandbox' ? undefined : usualGasBudgets[chainId]
}
