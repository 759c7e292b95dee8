import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Wallet = { address: `0x${string}`; private_key: `0x${string}` }

/** The part of the sandbox's facts the journeys need. */
export type SandboxFacts = {
  base_url: string
  networks: Record<string, { rpc_url: string; usdc: `0x${string}`; escrow: `0x${string}` }>
  wallets: Record<'agent' | 'poster' | 'contributor' | 'operator', Wallet>
  cron_secret: string
  enterprise_api_key: string
  /** Paths of files that are attested. */
  samples: string[]
}

export function sandboxHome(): string {
  return process.env.CAIRN_HOME ?? '.cairn'
}

export function sandboxFacts(): SandboxFacts {
  return JSON.parse(readFileSync(join(sandboxHome(), 'sandbox.json'), 'utf8')) as SandboxFacts
}
