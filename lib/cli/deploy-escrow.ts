import { deployHelp, parseDeployArguments, parseDeployerKey } from '#lib/cli/deploy-escrow-arguments'
import { DeployRefused, deployEscrow } from '#lib/cli/deploy-escrow-run'
import { UsageError } from '#lib/cli/usage-error'

// `npm run contracts:deploy`. It reads no `.env`: a deployer's key belongs to no deployment.
try {
  process.exitCode = await main()
} catch (error) {
  const wrongUsage = error instanceof UsageError
  const text = wrongUsage || error instanceof DeployRefused ? error.message : firstLine(error)
  console.error(wrongUsage ? `${text}\n\nnpm run contracts:deploy -- --help says more.` : text)
  process.exitCode = wrongUsage ? 2 : 1
}

async function main(): Promise<number> {
  const wanted = parseDeployArguments(process.argv.slice(2))
  if (wanted === 'help') {
    console.log(deployHelp)
    return 0
  }
  const deployed = await deployEscrow(wanted, parseDeployerKey(process.env.DEPLOYER_KEY), console.log)
  if (!deployed) {
    console.log('\nA dry run: nothing was sent.')
    return 0
  }
  const { address, block } = deployed
  console.log(
    `block     ${block}\n\nIts code, token, owner, operator and grace were read back and are as asked. Settings to add:\n`,
  )
  console.log(`ESCROW_ADDRESS_${wanted.chainId}=${address}\nLEDGER_FROM_BLOCK_${wanted.chainId}=${block}`)
  return 0
}

/** What a client library says further down may repeat the request. */
function firstLine(error: unknown): string {
  return `The deployment could not be finished: ${String((error as Error).message).split('\n')[0]}`
}
