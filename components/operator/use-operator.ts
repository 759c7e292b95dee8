'use client'
import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { type Operator, operatorSchema } from '#lib/schemas/operator'
import { operatorQuery } from './operator-query.ts'

/** Asks whether whoever is signed in is an operator. */
export function useAskOperator() {
  return useQuery(operatorQuery({ path: 'me', schema: operatorSchema }))
}

export const OperatorContext = createContext<Operator | undefined>(undefined)

/** Who is at the console, and its networks. Only within the gate. */
export function useOperator(): Operator {
  const operator = use(OperatorContext)
  if (!operator) throw new Error('only for pages of the console')
  return operator
}

/** A network's name, by CAIP-2 or chain id. */
export function useNetworkName(): (network: string | number) => string {
  const { networks } = useOperator()
  return (network) =>
    networks.find((one) => one.network === network || one.chain_id === network)?.name ?? String(network)
}
