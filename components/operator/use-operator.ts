'use client'
import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { callApi } from '#lib/client/call-api'
import { type Operator, operatorSchema } from '#lib/schemas/operator'

/** Asks whether whoever is signed in is an operator. */
export function useAskOperator() {
  return useQuery({
    queryKey: ['operator', 'me'],
    queryFn: ({ signal }) => callApi({ path: '/api/operator/me', schema: operatorSchema, signal }),
  })
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
