// needs: bash
import { execFileSync } from 'node:child_process'
import { privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { parseEnv } from '#lib/adapters/env'
import { guideMarkdown } from '#lib/http/docs/guide'
import { unchainedSettings } from '#testing/unchained-settings'

const sandbox = parseEnv(unchainedSettings('postgres://unused'))
const production = { ...sandbox, mode: 'production' as const }

test('the command for a key makes one and prints its address, as it is shown', () => {
  for (const guide of ['start', 'payment'] as const) {
    const [command] = guideMarkdown(guide, sandbox).match(/(?<=^> )node -e .+$/m)!
    const [key, address] = execFileSync('bash', ['-c', command], { encoding: 'utf8' }).trim().split(' ')
    expect(address).toBe(privateKeyToAddress(key as `0x${string}`))
  }
})

test('the guides of a sandbox say where its chains are read, and on which machine its files are', () => {
  for (const guide of ['payment', 'verify'] as const)
    for (const { id, rpcUrls } of sandbox.networks)
      expect(guideMarkdown(guide, sandbox)).toContain(`\`${rpcUrls[0]}\` (\`${id}\`)`)
  expect(guideMarkdown('payment', sandbox)).toContain('on the machine that runs this service')
  expect(guideMarkdown('start', sandbox)).toContain('Never sign with a wallet that holds real USDC')
})

test('the guides of production say nothing of it', () => {
  const note = /this demonstration|sandbox|127\.0\.0\.1/i
  for (const guide of ['start', 'payment', 'verify'] as const) {
    expect(guideMarkdown(guide, sandbox)).toMatch(note)
    expect(guideMarkdown(guide, production)).not.toMatch(note)
  }
})
