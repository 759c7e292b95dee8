'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { operatorBountyPageSchema } from '#lib/schemas/operator-bounty'
import { stateText } from './bounties/bounty-words.ts'
import { operatorQuery } from './operator-query.ts'
import { hrefOf } from './subject-link.tsx'

const typingPauseMs = 180
const atMost = 5
const minCharacters = 3

/** The newest bounties whose title or description has these words, once typing pauses. */
export function useBountiesWithWords(words: string | undefined) {
  const settled = useSettled(words)
  const isAsked = settled !== undefined && settled.length >= minCharacters
  const { data, isError } = useQuery({
    ...operatorQuery({
      path: 'bounties',
      asked: { text: settled, limit: String(atMost) },
      schema: operatorBountyPageSchema,
    }),
    enabled: isAsked,
  })
  const isCurrent = isAsked && settled === words
  return {
    bounties: ((isCurrent && data?.bounties) || []).map(({ bounty_id, title, state, amount_usdc }) => ({
      href: hrefOf('bounty', bounty_id),
      title,
      text: `${stateText(state)}, ${Number(amount_usdc).toLocaleString('en')} USDC`,
    })),
    isNone: isCurrent && data?.bounties.length === 0,
    isError: isCurrent && isError,
  }
}

/** What the search for bounties found beside pages and actions of that name. That it failed is always said: there may be a bounty. */
export function bountySearchText(found: { isNone: boolean; isError: boolean }, isNamed: boolean): string {
  if (found.isError) return 'Could not search the bounties. There may be one.'
  return found.isNone && !isNamed
    ? 'No page or action has this name, and no bounty has these words in its title or description. Everything else is found by its id, number or hash.'
    : ''
}

/** The value, delayed until it has not changed for a moment. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingPauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
