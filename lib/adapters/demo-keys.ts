import 'server-only'
import { type Address, type Hex, isAddressEqual, keccak256, toBytes } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'

// The keys of a demonstration, which are published.

/** The wallets of the sandbox. Anyone can compute their keys, so production refuses them. */
export const demoRoles = [
  'agent',
  'poster',
  'contributor',
  'operator',
  'relayer',
  'anchor',
  'revenue',
  'treasury',
  'escrow_operator',
  'deployer',
] as const
export type DemoRole = (typeof demoRoles)[number]

export function demoKey(role: DemoRole): Hex {
  return keccak256(toBytes(`cairn sandbox wallet: ${role}`))
}

export function isDemoKey(key: Hex): boolean {
  return demoRoles.some((role) => demoKey(role) === key.toLowerCase())
}

/** True for the address of a demo key. Anyone can spend what is sent there. */
export function isDemoAddress(address: Address): boolean {
  return demoRoles.some((role) => isAddressEqual(privateKeyToAddress(demoKey(role)), address))
}
