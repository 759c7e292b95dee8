'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLookAgain } from '../wallet/use-session.ts'

/**
 * When any query of the console is refused, checks if the session has ended: the sign-in then replaces the console, and the same page
 * follows it. What was read is forgotten, because the next wallet may be another one.
 */
export function useEndedSession(): void {
  const client = useQueryClient()
  const lookAgain = useLookAgain()
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (
          event.type === 'updated' &&
          event.action.type === 'error' &&
          event.query.queryKey[0] === 'operator'
        )
          lookAgain(event.action.error)
      }),
    [client, lookAgain],
  )
  useEffect(() => () => client.removeQueries({ queryKey: ['operator'] }), [client])
}
