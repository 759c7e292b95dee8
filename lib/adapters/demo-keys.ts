import 'server-only'
import { type Hex, keccak256, toBytes } from 'viem'

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
