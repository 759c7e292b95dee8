#!/usr/bin/env node
import { homedir } from 'node:os'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { privateKeyToAccount } from 'viem/accounts'
import { createToolServer } from './server.ts'
import { describeSettings, readSettings, SettingsError } from './settings.ts'

// The tools over stdio. Standard output is for the protocol; text for people goes to standard error.

/** Set by the build: the service that the package is published for. */
declare const CAIRN_DEFAULT_URL: string | undefined
const defaultUrl = typeof CAIRN_DEFAULT_URL === 'string' ? CAIRN_DEFAULT_URL : undefined

async function main(): Promise<void> {
  const settings = readSettings(process.env, { url: defaultUrl, userHome: homedir() })
  const signer = settings.key && privateKeyToAccount(settings.key)
  const server = await createToolServer({ settings, signer })
  await server.connect(new StdioServerTransport())
  process.stdin.on('end', () => void server.close())
  say(describeSettings(settings, signer?.address))
}

function say(text: string): void {
  process.stderr.write(`[cairn] ${text}\n`)
}

main().catch((error: unknown) => {
  say(error instanceof SettingsError ? error.message : `cannot start: ${(error as Error).message}`)
  process.exitCode = 1
})
