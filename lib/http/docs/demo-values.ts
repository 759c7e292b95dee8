import 'server-only'
import type { Env } from '#lib/adapters/env'
import { demoEndpoints, demoNotice } from '#lib/http/documents/demo-notice'

/** Makes a key with the package that the examples use, and prints it with its address. */
const keyCommands = [
  'npm install viem',
  `node -e "const { generatePrivateKey, privateKeyToAddress } = require('viem/accounts'); const key = generatePrivateKey(); console.log(key, privateKeyToAddress(key))"`,
]

/** What guides say of a sandbox, by the names of their values. Empty in production. */
export function demoValues(env: Env): Record<'demo-note' | 'demo-money' | 'demo-endpoints', string> {
  const notice = demoNotice(env)
  if (notice === undefined) return { 'demo-note': '', 'demo-money': '', 'demo-endpoints': '' }
  const faucet = `curl ${env.baseUrl}/api/sandbox/faucet -H 'content-type: application/json' -d '{"address": "THE_ADDRESS"}'`
  return {
    'demo-note': quoted([
      `**${notice.replace(':', ':**')} Fourteen photographs were taken in Lund and are shown as if taken in Florence.`,
    ]),
    'demo-money': quoted([
      `**In this demonstration** any wallet pays that has test money, which is free. Make a key (the second line prints it, with its address) and send the address to [\`fundWallet\`](/docs/reference/fundWallet):`,
      `\`\`\`Shell\n${[...keyCommands, faucet].join('\n')}\n\`\`\``,
      `${demoEndpoints(env)} A wallet for programs has test money already: its key is \`wallets.agent.private_key\` in the file \`.cairn/sandbox.json\` on that machine.`,
    ]),
    'demo-endpoints': quoted([
      `**In this demonstration** no public endpoint knows the attestations. ${demoEndpoints(env)} \`attestation.chain_id\` says which of them to ask.`,
    ]),
  }
}

function quoted(paragraphs: readonly string[]): string {
  return paragraphs.join('\n\n').replace(/^/gm, '> ').replace(/^> $/gm, '>')
}
