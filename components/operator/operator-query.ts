'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { callApi } from '#lib/client/call-api'

type Call<Schema extends z.ZodType> = {
  /** Below `/api/operator/`, its members encoded. */
  path: string
  /** The parameters of the operation; absent and empty ones are left out. */
  asked?: Readonly<Record<string, string | undefined>>
  schema: Schema
}

/**
 * The query for an operation of the console.
 *
 * @returns options for `useQuery`. The query key is the address, so pages share cached answers, and an action invalidates all of them.
 */
export function operatorQuery<Schema extends z.ZodType>({ path, asked = {}, schema }: Call<Schema>) {
  const given = Object.entries(asked).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const query = given.length === 0 ? '' : `?${new URLSearchParams(given)}`
  return {
    queryKey: ['operator', `${path}${query}`],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      callApi({ path: `/api/operator/${path}${query}`, schema, signal }),
  }
}

type Often<Data> = {
  /** The polling interval while the page is visible, in milliseconds; `false`: none. */
  everyMs: number | false | ((data: Data | undefined) => number | false)
  /** The last page of a list is shown until the next one arrives. */
  isList?: boolean
}

/** Queries an operation and polls it. */
export function useAsked<Schema extends z.ZodType>(call: Call<Schema> & Often<z.output<Schema>>) {
  const { everyMs, isList, ...asked } = call
  return useQuery({
    ...operatorQuery(asked),
    ...(isList ? { placeholderData: keepPreviousData } : {}),
    refetchInterval: ({ state }) => (typeof everyMs === 'function' ? everyMs(state.data) : everyMs),
  })
}
