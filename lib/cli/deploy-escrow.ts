import { runDeploy } from '#lib/cli/deploy-escrow-run'

// `npm run contracts:deploy`. It reads no `.env`: a deployer's key belongs to no deployment.
process.exitCode = await runDeploy({
  given: process.argv.slice(2),
  deployerKey: process.env.DEPLOYER_KEY,
  print: console.log,
  complain: console.error,
})
