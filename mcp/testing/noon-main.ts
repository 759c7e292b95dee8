import { homedir } from 'node:os'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { privateKeyToAccount } from 'viem/accounts'
import { createToolServer } from '../server.ts'
import { readSettings } from '../settings.ts'

// The server of main.ts, whose clock differs from the machine's by `CLOCK_OFFSET_MS`. Its day does not end during a test.

const settings = readSettings(process.env, { url: undefined, userHome: homedir() })
const offsetMs = Number(process.env.CLOCK_OFFSET_MS)
const server = await createToolServer({
  settings,
  signer: privateKeyToAccount(settings.key!),
  now: () => new Date(Date.now() + offsetMs),
})
await server.connect(new StdioServerTransport())
process.stdin.on('end', () => void server.close())
