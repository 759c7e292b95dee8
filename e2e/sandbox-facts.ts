import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The part of the sandbox's facts the journeys need. */
export type SandboxFacts = {
  base_url: string
  networks: Record<string, { rpc_url: string; usdc: `0x${string}` }>
  wallets: Record<'agent', { address: `0x${string}`; private_key: `0x${string}` }>
  /** Paths of files that are attested. */
  samples: string[]
}

export function sandboxFacts(): SandboxFacts {
  const path = join(process.env.CAIRN_HOME ?? '.cairn', 'sandbox.json')
  return JSON.parse(readFileSync(path, 'utf8')) as SandboxFacts
}
