import { createEnding } from '#sandbox/ending'
import { discard, openHome } from '#sandbox/home'
import { bringMediaTools } from '#sandbox/media-tools'
import { say } from '#sandbox/progress'
import { createStack } from '#sandbox/stack'

// `npm start`: the whole service on this machine, with demo wallets and local chains. Ctrl-C stops all of it.

const usage = `npm start [-- --fresh]
  --fresh   discard the data of earlier runs first
  PORT=3001 npm start   use another port (3000 otherwise)
  CAIRN_HOME=folder npm start   keep the data elsewhere (.cairn otherwise)
  CAIRN_INSTALL=no npm start    do not install ffmpeg and COLMAP where they are missing`

async function main(): Promise<void> {
  const flags = process.argv.slice(2)
  if (flags.includes('--help')) return void console.log(usage)
  const unknown = flags.find((flag) => flag !== '--fresh')
  if (unknown) return exitWith(2, `${unknown} is not an option.\n${usage}`)
  const port = Number(process.env.PORT ?? 3000)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    return exitWith(2, `PORT must be a number from 1 to 65535.`)

  const home = openHome()
  if (flags.includes('--fresh')) {
    discard(home)
    say('the data of earlier runs was discarded')
  }
  const { end, onSignal, isEnding } = createEnding({
    stop: async () => {
      say('stopping …')
      await stack.stop()
      say('stopped; the data is kept for the next start')
    },
    exit: (status) => process.exit(status),
  })
  const stack = createStack({
    home,
    port,
    hasDemoBounties: true,
    onGiveUp: (reason) => {
      console.error(`[cairn] ${reason}`)
      void end(1)
    },
  })
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  watchParent(() => void end(1))

  try {
    await bringMediaTools()
    if (isEnding()) return
    const baseUrl = await stack.start()
    say(`ready: ${baseUrl}`)
    console.log(nextSteps(baseUrl, home.root))
  } catch (error) {
    if (isEnding()) return
    console.error(`[cairn] ${(error as Error).message}`)
    await end(1)
  }
}

function nextSteps(baseUrl: string, home: string): string {
  return `
  Verify a file      ${baseUrl}/verify   (attested demo files are in sandbox/captures)
  Review a film      ${baseUrl}/bounties   (open the key file ${home}/demo/bounty-keys.json there)
  See a price        curl -i -X POST ${baseUrl}/api/v1/spatial/query
  Price of a bounty  curl -i ${baseUrl}/api/v1/bounties -H 'content-type: application/json' \\
                       -d '{"title":"Film the square","brief":"A slow walk around it, by day.","amount_usdc":50}'
  Its money          ${baseUrl}/api/solvency   (and without us: ${baseUrl}/refund.html)
  Tools for agents   ${baseUrl}/mcp   (paying from a wallet of yours: mcp/README.md)
  Run the service    ${baseUrl}/operator   (the demo wallet of an operator signs in)
  Add photographs    npm run ingest -- FILE|FOLDER…
  Facts for programs ${home}/sandbox.json
  Stop               Ctrl-C
`
}

/** When npm is killed, it sends no signal; the change of the parent process shows it. */
function watchParent(onOrphaned: () => void): void {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) onOrphaned()
  }, 1_000).unref()
}

function exitWith(status: number, message: string): void {
  console.error(message)
  process.exitCode = status
}

await main()
