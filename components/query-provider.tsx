'use client'
import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

type Props = {
  children: ReactNode
  /** Data that the page was rendered with, so that it is not requested again. */
  known?: readonly (readonly [key: QueryKey, data: unknown])[]
}

/** A check is repeated only when the reader asks. */
export function QueryProvider({ children, known = [] }: Props) {
  const [client] = useState(() => createClient(known))
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

function createClient(known: NonNullable<Props['known']>): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
    },
  })
  for (const [key, data] of known) client.setQueryData(key, data)
  return client
}
