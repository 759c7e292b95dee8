import 'server-only'
import { type Address, isAddressEqual } from 'viem'
import type { z } from 'zod'
import { address, block, blocks, finality, nativeAmount, urlList } from '#lib/adapters/env-fields'
import { networkOf } from '#lib/domain/chain/caip2'
import { type KnownChainId, knownChainIds, networks, usualChainIds } from '#lib/domain/chain/networks'

/** A network of this deployment. */
export type NetworkConfig = Readonly<{
  /** CAIP-2. */
  id: `eip155:${number}`
  chainId: number
  name: string
  rpcUrls: readonly string[]
  usdc: { address: Address; domainName: string; domainVersion: string }
  /** Receives revenue. The service does not need its key. */
  payTo: Address
  /** Blocks after the block of a bounty's post until the bounty is shown as open. */
  confirmations: number
  /** When a transaction counts as final: a block tag, or a number of blocks after its own. */
  finality: 'safe' | 'finalized' | number
  /** The escrow for new bounties. */
  escrow: Address
  /** The previous escrow, needed until its last bounty has ended. */
  previousEscrow: Address | undefined
  /**
   * Daily gas budget of the relayer (UTC), in wei. New payments are refused once it is spent. `undefined`: no
   * limit.
   */
  gasBudgetWei: bigint | undefined
  /** First block of the ledger audit: the block that created the escrow, or an earlier one. */
  ledgerFromBlock: number
  /** Public block explorer, without a trailing slash. */
  explorerUrl: string
}>

/** The settings of a network. The chain id is the suffix of each variable: `RPC_URLS_8453`. */
function fieldsOf(chainId: KnownChainId) {
  const network = networks[chainId]
  return {
    RPC_URLS: urlList.optional(),
    USDC_ADDRESS: address.default(network.usdc.address),
    PAY_TO: address.optional(),
    CONFIRMATIONS: blocks.default(network.confirmations),
    FINALITY: finality.default(network.finality),
    ESCROW_ADDRESS: address.optional(),
    PREVIOUS_ESCROW_ADDRESS: address.optional(),
    LEDGER_FROM_BLOCK: block.default(0),
    GAS_BUDGET: nativeAmount.optional(),
  }
}

type Fields = ReturnType<typeof fieldsOf>
type Values = { [Name in keyof Fields]?: z.output<Fields[Name]> }

const usualIds = usualChainIds.map(networkOf).join(',')

export const networkVariableNames = [
  'NETWORKS',
  ...knownChainIds.flatMap((chainId) => Object.keys(fieldsOf(chainId)).map((name) => `${name}_${chainId}`)),
]

/**
 * Reads the networks of this deployment. Networks with incomplete settings are reported in `problems` and
 * omitted.
 *
 * @param args.read parses one variable; reports an invalid one and returns `undefined`
 * @returns `ids`: the networks in `NETWORKS`; `payTo`: the revenue addresses with their variable names
 */
export function readNetworks(args: {
  wanted: string | undefined
  isSandbox: boolean
  read: (name: string, field: z.ZodType) => unknown
  isGiven: (name: string) => boolean
  problems: string[]
}): { ids: string[]; all: NetworkConfig[]; payTo: (readonly [name: string, address: Address])[] } {
  const { wanted, isSandbox, read, isGiven, problems } = args
  const values = new Map(
    knownChainIds.map((chainId): [KnownChainId, Values] => {
      const fields = Object.entries(fieldsOf(chainId))
      return [
        chainId,
        Object.fromEntries(fields.map(([name, field]) => [name, read(`${name}_${chainId}`, field)])),
      ]
    }),
  )
  const chosen = (wanted || usualIds).split(',').flatMap((item) => {
    const known = knownChainIds.find((chainId) => networkOf(chainId) === item.trim())
    if (known !== undefined) return [known]
    problems.push(`NETWORKS: ${item.trim()} is not one of ${knownChainIds.map(networkOf).join(', ')}`)
    return []
  })
  const all = chosen.flatMap((chainId): NetworkConfig[] => {
    const id = networkOf(chainId)
    for (const name of ['RPC_URLS', 'PAY_TO', 'ESCROW_ADDRESS'])
      if (!isGiven(`${name}_${chainId}`)) problems.push(`${name}_${chainId}: is required for ${id}`)
    const { name, usdc, explorerUrl, gasBudgetWei } = networks[chainId]
    const v = values.get(chainId)!
    const {
      RPC_URLS: rpcUrls,
      PAY_TO: payTo,
      ESCROW_ADDRESS: escrow,
      PREVIOUS_ESCROW_ADDRESS: previousEscrow,
    } = v
    if (escrow && previousEscrow && isAddressEqual(escrow, previousEscrow))
      problems.push(`PREVIOUS_ESCROW_ADDRESS_${chainId}: must differ from ESCROW_ADDRESS_${chainId}`)
    if (!rpcUrls || !payTo || !escrow) return []
    // Gas on local chains is free.
    const usualBudget = isSandbox ? undefined : gasBudgetWei
    return [
      {
        id,
        chainId,
        name,
        explorerUrl,
        rpcUrls,
        payTo,
        escrow,
        previousEscrow,
        usdc: { ...usdc, address: v.USDC_ADDRESS! },
        finality: v.FINALITY!,
        confirmations: v.CONFIRMATIONS!,
        // `null`: no limit.
        gasBudgetWei: v.GAS_BUDGET === undefined ? usualBudget : (v.GAS_BUDGET ?? undefined),
        ledgerFromBlock: v.LEDGER_FROM_BLOCK!,
      },
    ]
  })
  const payTo = [...values].flatMap(([chainId, { PAY_TO }]) =>
    PAY_TO ? [[`PAY_TO_${chainId}`, PAY_TO] as const] : [],
  )
  return { ids: chosen.map(networkOf), all, payTo }
}
