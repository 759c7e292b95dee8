import {
  type Address,
  concat,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  pad,
  parseAbi,
  parseEther,
  parseUnits,
  zeroHash,
} from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { bountyEscrowAbi, bountyEscrowBytecode } from '#contracts/bounty-escrow'
import { bountyEscrowV2Abi, bountyEscrowV2Bytecode } from '#contracts/bounty-escrow-v2'
import { easBytecode } from '#contracts/eas'
import { multicall3Bytecode } from '#contracts/multicall3'
import { sandboxUsdcAbi, sandboxUsdcBytecode } from '#contracts/sandbox-usdc'
import { sandboxUsdcProxyRuntimeBytecode } from '#contracts/sandbox-usdc-proxy'
import { schemaRegistryBytecode } from '#contracts/schema-registry'
import { type DemoRole, demoKey, demoRoles } from '#lib/adapters/demo-keys'
import { deployer, type LocalClient, sendAsDeployer } from '#sandbox/local-chain'

/** The same addresses as in production, so that only the RPC URL differs. */
const multicall3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
const eas: Address = '0x4200000000000000000000000000000000000021'
const schemaRegistry: Address = '0x4200000000000000000000000000000000000020'

/** Deploys the given code at an address that follows from the code; anvil has it from the start. */
const create2Factory: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
/** keccak256("org.zeppelinos.proxy.implementation") */
const implementationSlot: Hex = '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3'

const nativeFunds = parseEther('10000')
const usdcFunds = parseUnits('10000', 6)
const rolesWithUsdc: readonly DemoRole[] = ['agent', 'poster', 'contributor', 'operator']
/** How long after its deadline a bounty may still be released: three days, enough for an outage over a long weekend. */
const graceSeconds = 259_200
/** The largest bounty, and the daily limit: so large that nobody waits for it in a sandbox. */
const maxAmount = parseUnits('1000000', 6)
const dailyLimit = parseUnits('10000000', 6)

export type Deployment = {
  escrow: Address
  /** The escrow of version 1, on a chain that was created with it. */
  previousEscrow: Address | null
  eas: Address | null
  schemaRegistry: Address | null
}

/**
 * Deploys contracts and mints money where they are missing. A chain that has everything is not changed.
 *
 * @param token.domainName the EIP-712 domain name of the network's USDC
 */
export async function deploy(
  client: LocalClient,
  token: { address: Address; domainName: string },
  options: { withEas: boolean },
): Promise<Deployment> {
  await fundNative(client)
  await deployUsdc(client, token)
  await deployAt(client, multicall3, multicall3Bytecode)
  const escrow = await deployOnce(
    client,
    encodeDeployData({
      abi: bountyEscrowV2Abi,
      bytecode: bountyEscrowV2Bytecode,
      args: [token.address, deployer, addressOf('escrow_operator'), graceSeconds, maxAmount, dailyLimit],
    }),
  )
  const version1 = create2Address(escrowVersion1(token.address))
  const previousEscrow = (await client.getCode({ address: version1 })) ? version1 : null
  if (!options.withEas) return { escrow, previousEscrow, eas: null, schemaRegistry: null }
  await deployAt(client, schemaRegistry, schemaRegistryBytecode)
  await deployAt(
    client,
    eas,
    encodeDeployData({
      abi: parseAbi(['constructor(address registry)']),
      bytecode: easBytecode,
      args: [schemaRegistry],
    }),
  )
  return { escrow, previousEscrow, eas, schemaRegistry }
}

/** The creation code of the escrow in sandboxes that were created before version 2. */
function escrowVersion1(token: Address): Hex {
  return encodeDeployData({
    abi: bountyEscrowAbi,
    bytecode: bountyEscrowBytecode,
    args: [token, deployer, addressOf('escrow_operator'), graceSeconds],
  })
}

/** Deploys version 1 too, as on a chain that was created before version 2. */
export function deployPreviousEscrow(client: LocalClient, token: Address): Promise<Address> {
  return deployOnce(client, escrowVersion1(token))
}

const addresses = new Map<DemoRole, Address>()

export function addressOf(role: DemoRole): Address {
  const address = addresses.get(role) ?? privateKeyToAddress(demoKey(role))
  addresses.set(role, address)
  return address
}

async function fundNative(client: LocalClient): Promise<void> {
  await Promise.all(
    demoRoles.map(async (role) => {
      const address = addressOf(role)
      const balance = await client.getBalance({ address })
      if (balance < nativeFunds / 2n) await client.setBalance({ address, value: nativeFunds })
    }),
  )
}

/** The proxy is at the token's address. The address of the implementation follows from its code, so a newer build replaces it. */
async function deployUsdc(
  client: LocalClient,
  token: { address: Address; domainName: string },
): Promise<void> {
  const implementation = await deployOnce(client, sandboxUsdcBytecode)
  const { address } = token
  if ((await client.getCode({ address })) !== sandboxUsdcProxyRuntimeBytecode) {
    await client.setCode({ address, bytecode: sandboxUsdcProxyRuntimeBytecode })
  }
  const slot = pad(implementation)
  const current = await client.getStorageAt({ address, slot: implementationSlot })
  if (current?.toLowerCase() === slot.toLowerCase()) return
  await client.setStorageAt({ address, index: implementationSlot, value: slot })
  if (current !== zeroHash) return
  const call = (data: Hex) => sendAsDeployer(client, address, data)
  await call(
    encodeFunctionData({
      abi: sandboxUsdcAbi,
      functionName: 'initialize',
      args: [token.domainName, deployer],
    }),
  )
  for (const role of rolesWithUsdc) {
    await call(
      encodeFunctionData({ abi: sandboxUsdcAbi, functionName: 'mint', args: [addressOf(role), usdcFunds] }),
    )
  }
}

async function deployOnce(client: LocalClient, initcode: Hex): Promise<Address> {
  const address = create2Address(initcode)
  if (!(await client.getCode({ address }))) {
    await sendAsDeployer(client, create2Factory, concat([zeroHash, initcode]))
  }
  return address
}

function create2Address(initcode: Hex): Address {
  return getContractAddress({
    opcode: 'CREATE2',
    from: create2Factory,
    salt: zeroHash,
    bytecode: initcode,
  })
}

/** Runs a constructor at a given address: called once for the code with its immutables, and sent once for its storage. */
async function deployAt(client: LocalClient, address: Address, initcode: Hex): Promise<void> {
  if (await client.getCode({ address })) return
  await client.setCode({ address, bytecode: initcode })
  const { data: runtime } = await client.call({ to: address })
  if (!runtime) throw new Error(`the constructor for ${address} returned no code`)
  await sendAsDeployer(client, address, '0x')
  await client.setCode({ address, bytecode: runtime })
}
