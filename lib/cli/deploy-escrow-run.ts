import {
  type Address,
  createWalletClient,
  encodeDeployData,
  formatEther,
  getAddress,
  getContractAddress,
  type Hex,
  http,
  isAddressEqual,
  parseAbi,
  publicActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { bountyEscrowV2Abi, bountyEscrowV2Bytecode } from '#contracts/bounty-escrow-v2'
import { isDemoAddress, isDemoKey } from '#lib/adapters/demo-keys'
import {
  type DeployArguments,
  deployHelp,
  parseDeployArguments,
  parseDeployerKey,
} from '#lib/cli/deploy-escrow-arguments'
import { UsageError } from '#lib/cli/usage-error'
import { usdcDecimals, wholeUsdc } from '#lib/domain/money/money'

/** Something about the chain or the keys speaks against it; the message says what, and whether anything was sent. */
class DeployRefused extends Error {
  override readonly name = 'DeployRefused'
}

type Deployed = { address: Address; block: bigint; hash: Hex }

const confirmations = 2

/**
 * Does what `npm run contracts:deploy` does with these arguments.
 *
 * @param args.print receives the progress and the result; `args.complain` receives the reason when nothing was deployed
 * @returns the exit status
 */
export async function runDeploy(args: {
  given: string[]
  deployerKey: string | undefined
  print: (text: string) => void
  complain: (text: string) => void
}): Promise<number> {
  const { given, deployerKey, print, complain } = args
  try {
    const wanted = parseDeployArguments(given)
    if (wanted === 'help') {
      print(deployHelp)
      return 0
    }
    const deployed = await deployEscrow(wanted, parseDeployerKey(deployerKey), print)
    print(deployed ? settingsText(wanted, deployed) : '\nA dry run: nothing was sent.')
    return 0
  } catch (error) {
    if (error instanceof UsageError) {
      complain(`${error.message}\n\nnpm run contracts:deploy -- --help says more.`)
      return 2
    }
    complain(error instanceof DeployRefused ? error.message : firstLine(error))
    return 1
  }
}

function settingsText({ chainId }: DeployArguments, { address, block }: Deployed): string {
  return `block     ${block}

Its code, token, owner, operator and grace were read back and are as asked. Settings to add:

ESCROW_ADDRESS_${chainId}=${address}
LEDGER_FROM_BLOCK_${chainId}=${block}`
}

/** Only the first line, because the other lines of a client library's message may repeat the request. */
function firstLine(error: unknown): string {
  return `The deployment could not be finished: ${String((error as Error).message).split('\n')[0]}`
}

/**
 * Deploys the escrow and reads it back: its code, its constructor's arguments, that it is empty.
 *
 * @param say takes a line of progress
 * @returns `undefined` after a dry run
 * @throws DeployRefused
 */
async function deployEscrow(
  wanted: DeployArguments,
  deployerKey: Hex,
  say: (line: string) => void,
): Promise<Deployed | undefined> {
  const account = privateKeyToAccount(deployerKey)
  const client = open(wanted, account)
  await assertChain(client, wanted, deployerKey)
  const data = encodeDeployData({
    abi: bountyEscrowV2Abi,
    bytecode: bountyEscrowV2Bytecode,
    args: [
      ...([wanted.token, wanted.owner, wanted.operator, wanted.graceSeconds] as const),
      wholeUsdc(wanted.maxAmountUsdc),
      wholeUsdc(wanted.dailyLimitUsdc),
    ],
  })
  // The code that the constructor should leave, with token and grace period filled in. It is compared with the deployed code.
  const { data: expectedCode } = await client.call({ account, data })
  const [nonce, gas, fees, balance] = await Promise.all([
    client.getTransactionCount({ address: account.address, blockTag: 'pending' }),
    client.estimateGas({ account, data }),
    client.estimateFeesPerGas(),
    client.getBalance({ address: account.address }),
  ])
  const address = getContractAddress({ from: account.address, nonce: BigInt(nonce) })
  const most = gas * fees.maxFeePerGas
  say(`network   eip155:${wanted.chainId}`)
  say(`token     ${wanted.token}`)
  say(`owner     ${wanted.owner}`)
  say(`operator  ${wanted.operator}`)
  say(`grace     ${wanted.graceSeconds} s`)
  say(`largest   ${wanted.maxAmountUsdc} USDC a bounty`)
  say(`limit     ${wanted.dailyLimitUsdc} USDC released a day`)
  say(`deployer  ${account.address}, nonce ${nonce}, holds ${formatEther(balance)}`)
  say(`address   ${address}`)
  say(`gas       ${gas}, at most ${formatEther(most)} of the native token`)
  if (balance < most) throw new DeployRefused('The deployer cannot pay that. Nothing was sent.')
  if (wanted.dryRun) return undefined

  const hash = await client.sendTransaction({
    account,
    chain: null,
    data,
    nonce,
    gas,
    ...fees,
    type: 'eip1559',
  })
  say(`sent      ${hash}`)
  const receipt = await client.waitForTransactionReceipt({ hash, confirmations: await depth(client) })
  if (receipt.status !== 'success' || !receipt.contractAddress)
    throw new DeployRefused(`The chain refused ${hash}: there is no escrow, only the fee was paid.`)
  await assertDeployed(client, wanted, receipt.contractAddress, expectedCode)
  return { address: getAddress(receipt.contractAddress), block: receipt.blockNumber, hash }
}

type DeployClient = ReturnType<typeof open>

function open({ rpcUrl }: DeployArguments, account: ReturnType<typeof privateKeyToAccount>) {
  return createWalletClient({ account, transport: http(rpcUrl), pollingInterval: 500, cacheTime: 0 }).extend(
    publicActions,
  )
}

async function assertChain(client: DeployClient, wanted: DeployArguments, deployerKey: Hex): Promise<void> {
  const chainId = await client.getChainId()
  if (chainId !== wanted.chainId)
    throw new DeployRefused(`--rpc serves chain ${chainId}, not ${wanted.chainId}. Nothing was sent.`)
  const isLocal = await isLocalChain(client)
  if (!isLocal) {
    const demo = [
      ['DEPLOYER_KEY', isDemoKey(deployerKey)],
      ['--owner', isDemoAddress(wanted.owner)],
      ['--operator', isDemoAddress(wanted.operator)],
    ].find(([, isDemo]) => isDemo)
    if (demo)
      throw new DeployRefused(`${demo[0]}: is a demo wallet whose key anyone can compute. Nothing was sent.`)
  }
  const decimals = await client
    .readContract({
      address: wanted.token,
      abi: parseAbi(['function decimals() view returns (uint8)']),
      functionName: 'decimals',
    })
    .catch(() => undefined)
  if (decimals !== usdcDecimals)
    throw new DeployRefused(
      `${wanted.token} could not be read as a token of ${usdcDecimals} decimals. Nothing was sent.`,
    )
  if (!wanted.plainOwner && !(await client.getCode({ address: wanted.owner })))
    throw new DeployRefused(
      '--owner: there is no contract at this address on the network. Create the multi-signature account first, or add --plain-owner. Nothing was sent.',
    )
}

/** A chain of a developer's machine: only there do demo keys have a place. */
async function isLocalChain(client: DeployClient): Promise<boolean> {
  const request = client.request as (call: { method: string }) => Promise<unknown>
  const version = await request({ method: 'web3_clientVersion' }).catch(() => '')
  return /^(anvil|hardhat)/i.test(String(version))
}

/** Local chains mine a block only for a transaction. */
async function depth(client: DeployClient): Promise<number> {
  return (await isLocalChain(client)) ? 1 : confirmations
}

async function assertDeployed(
  client: DeployClient,
  wanted: DeployArguments,
  address: Address,
  expectedCode: Hex | undefined,
): Promise<void> {
  const escrow = { address, abi: bountyEscrowV2Abi } as const
  const [code, token, grace, owner, isOperator, count, paused, maxAmount, dailyLimit] = await Promise.all([
    client.getCode({ address }),
    client.readContract({ ...escrow, functionName: 'TOKEN' }),
    client.readContract({ ...escrow, functionName: 'GRACE' }),
    client.readContract({ ...escrow, functionName: 'owner' }),
    client.readContract({ ...escrow, functionName: 'isOperator', args: [wanted.operator] }),
    client.readContract({ ...escrow, functionName: 'bountyCount' }),
    client.readContract({ ...escrow, functionName: 'paused' }),
    client.readContract({ ...escrow, functionName: 'MAX_AMOUNT' }),
    client.readContract({ ...escrow, functionName: 'dailyLimit' }),
  ])
  const differs = [
    code !== expectedCode && 'code',
    !isAddressEqual(token, wanted.token) && 'token',
    grace !== wanted.graceSeconds && 'grace',
    !isAddressEqual(owner, wanted.owner) && 'owner',
    !isOperator && 'operator',
    count !== 0n && 'bounties',
    paused && 'paused',
    BigInt(maxAmount) !== wholeUsdc(wanted.maxAmountUsdc) && 'largest bounty',
    dailyLimit !== wholeUsdc(wanted.dailyLimitUsdc) && 'daily limit',
  ].filter((name) => name !== false)
  if (differs.length > 0)
    throw new DeployRefused(
      `The contract at ${address} is not what was asked for (${differs.join(', ')}): do not use it.`,
    )
}
