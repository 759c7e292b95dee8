import { capital } from '../text/capital.ts'

type Role = { name: string; does: string; whenEmpty: string; whenFrozen: string }

/** The roles of the service's keys, as workers report them. The key `operator` is named apart from the people who are operators. */
const keyRoles: Readonly<Record<string, Role>> = {
  relayer: {
    name: 'relayer',
    does: 'Settles payments.',
    whenEmpty: 'Without gas, payments on this network are refused before they are charged.',
    whenFrozen: 'No new payment is accepted on this network; nobody is charged.',
  },
  treasury: {
    name: 'treasury',
    does: 'Moves paid bounties into the escrow, and pays back what cannot be posted.',
    whenEmpty: 'Without gas, both wait; the money stays in the treasury.',
    whenFrozen: 'Paid bounties are not posted and nothing is paid back; the money stays in the treasury.',
  },
  operator: {
    name: 'escrow operator',
    does: 'Releases, cancels and refunds bounties in the escrow.',
    whenEmpty: 'Without gas, these wait; the money stays in the escrow.',
    whenFrozen: 'Accepted films are not paid and no bounty is refunded; the money stays in the escrow.',
  },
  anchor: {
    name: 'anchor',
    does: 'Attests new captures.',
    whenEmpty: 'Without gas, they wait and are not sold yet.',
    whenFrozen: 'New captures are not attested, so they are not sold yet.',
  },
  retired: {
    name: 'retired',
    does: 'Finishes what it sent before the keys were changed.',
    whenEmpty: 'It needs no gas once it has nothing waiting.',
    whenFrozen: 'What it sent before the keys were changed is still followed.',
  },
}

/** The names of a key's roles, in a sentence: `relayer and escrow operator`. */
export function rolesText(roles: readonly string[]): string {
  return roles.map((role) => keyRoles[role]?.name ?? role).join(' and ')
}

/** `rolesText` with a capital letter, for the beginning of a line; `undefined` for a key whose roles no worker has reported. */
export function rolesTitle(roles: readonly string[]): string | undefined {
  return roles.length === 0 ? undefined : capital(rolesText(roles))
}

/** What a key does, and what stops when its gas is used up. Empty for unknown roles. */
export function rolesSaid(roles: readonly string[]): string {
  return roles
    .flatMap((role) => {
      const known = keyRoles[role]
      return known ? [`${known.does} ${known.whenEmpty}`] : []
    })
    .join(' ')
}

/** What stops while a key is frozen. */
export function frozenRolesSaid(roles: readonly string[]): string {
  const said = roles.flatMap((role) => keyRoles[role]?.whenFrozen ?? [])
  return said.length === 0 ? 'It sends nothing new.' : said.join(' ')
}

/** True if customers wait for money, or cannot pay, while a key with these roles sends nothing. */
export function stopsMoney(roles: readonly string[]): boolean {
  return roles.some((role) => role === 'relayer' || role === 'treasury' || role === 'operator')
}
