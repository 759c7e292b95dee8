import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gateNextServer } from '#lib/adapters/request-gate'
import { loadDotEnv } from '#lib/cli/load-dot-env'
import { printHelpIfAsked } from '#lib/cli/print-help'
import { readOptions } from '#lib/cli/read-options'
import { createCompressedScripts } from '#lib/http/direct/compressed-scripts'

// `npm run serve [-- --port 3000 --hostname 127.0.0.1]` runs the web server that `npm run build` wrote.
printHelpIfAsked(`Runs the web server that "npm run build" wrote, until SIGTERM or SIGINT.

Usage:  npm run serve [-- --port 3000 --hostname 127.0.0.1]

  -p, --port PORT        PORT of the environment, or 3000, unless given
  -H, --hostname HOST    the address to listen on; every address of the machine unless given
  -h, --help             this text

Its other settings are the environment and .env, and .env.example lists them.
Exit status: 2 wrong usage.
`)
const { values } = readOptions({
  options: { port: { type: 'string', short: 'p' }, hostname: { type: 'string', short: 'H' } },
})
loadDotEnv()
const folder = process.cwd()
// The server reads these settings. HOSTNAME of the environment is not used: containers set it to their own name.
const port = values.port ?? process.env.PORT ?? '3000'
if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
  process.stderr.write(`The port must be a number from 0 to 65535, not "${port}".\n`)
  process.exit(2)
}
process.env.PORT = port
// `::` also accepts IPv4. A machine without IPv6 refuses it.
const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ family }) => family === 'IPv6'),
)
process.env.HOSTNAME = values.hostname ?? (hasIpv6 ? '::' : '0.0.0.0')
// Longer than callers and proxies keep a connection open: closing one that they are about to use loses the request.
process.env.KEEP_ALIVE_TIMEOUT = '65000'
gateNextServer(createCompressedScripts(join(folder, '.next/standalone/.next/static')))
await import(pathToFileURL(join(folder, '.next/standalone/server.js')).href)
// The server changed to its own folder. Documents and map tiles are read relative to this one.
process.chdir(folder)
