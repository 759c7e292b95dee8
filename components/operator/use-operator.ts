'use client'
import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { type Operator, operatorSchema } from '#lib/schemas/operator'
import { operatorQuery } from './operator-query.ts'

/** Fetches the signed-in operator. The server refuses all other visitors. */
export function useAskOperator() {
  return useQuery(operatorQuery({ path: 'me', schema: operatorSchema }))
}

export const OperatorContext = createContext<Operator | undefined>(undefined)

/** The signed-in operator with the facts of the service. Only inside `OperatorGate`. */
export function useOperator(): Operator {
  const operator = use(OperatorContext)
  if (!operator) throw new Error('useOperator may be called only on pages of the console')
  return operator
}

/** The name of each operation for people, by its id. */
export type OperationLabels = Readonly<Record<string, string>>

export const OperationLabelsContext = createContext<OperationLabels>({})

/** Returns the label that the console shows for an operation; for one without a label, its id. */
export function useOperationLabel(): (id: string) => string {
  const labels = use(OperationLabelsContext)
  return (id) => labels[id] ?? id
}

/** Each operation with its label, in the order of the labels. Where two have the same label, each also shows its id. */
export function useOperations(): [id: string, label: string][] {
  const labels = Object.entries(use(OperationLabelsContext))
  const isShared = (label: string) => labels.filter(([, other]) => other === label).length > 1
  return labels
    .map(([id, label]): [string, string] => [id, isShared(label) ? `${label} (${id})` : label])
    .sort(([, one], [, other]) => one.localeCompare(other))
}

/** Returns the name of an address of the settings, such as `Revenue wallet`, or `undefined` for another address. */
export function useAccountName(): (address: string) => string | undefined {
  const { accounts } = useOperator()
  return (address) =>
    accounts.find((account) => account.address.toLowerCase() === address.toLowerCase())?.name
}

/** A network's name, by CAIP-2 or chain id. */
export function useNetworkName(): (network: string | number) => string {
  const { networks } = useOperator()
  return (network) =>
    networks.find((one) => one.network === network || one.chain_id === network)?.name ?? String(network)
}
