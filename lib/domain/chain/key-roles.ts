import { capital } from '../text/capital.ts'

type Role = { name: string; does: string; whenEmpty: string }

/** The roles of the service's keys, as workers report them. The key `operator` is named apart from the people who are operators. */
const keyRoles: Readonly<Record<string, Role>> = {
  relayer: {
    name: 'relayer',
    does: 'Settles payments.',
    whenEmpty: 'Without gas, payments on this network are refused before they are charged.',
  },
  treasury: {
    name: 'treasury',
    does: 'Moves paid bounties into the escrow, and pays back what cannot be posted.',
    whenEmpty: 'Without gas, both wait; the money stays in the treasury.',
  },
  operator: {
    name: 'escrow operator',
    does: 'Releases, cancels and refunds bounties in the escrow.',
    whenEmpty: 'Without gas, these wait; the money stays in the escrow.',
  },
  anchor: {
    name: 'anchor',
    does: 'Attests new captures.',
    whenEmpty: 'Without gas, they wait and are not sold yet.',
  },
  retired: {
    name: 'retired',
    does: 'Finishes what it sent before the keys were changed.',
    whenEmpty: 'It needs no gas once it has nothing waiting.',
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
