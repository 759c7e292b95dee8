'use client'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { QueryProvider } from '#components/query-provider'
import { shortHash } from '#components/ui/hash'
import { ApiRefusal } from '#lib/client/api-refusal'
import { callApi } from '#lib/client/call-api'
import { type SearchAnswer, searchAnswerSchema } from '#lib/schemas/trees'
import { addressOf, kindNames, listKinds, onlyAddress } from './search-words.ts'

/** One box for any id. The search term is in the address. A single hit opens at once. */
export function TreeSearch() {
  return (
    <QueryProvider>
      <Search />
    </QueryProvider>
  )
}

function Search() {
  const router = useRouter()
  const asked = useSearchParams().get('q')?.trim() ?? ''
  const [text, setText] = useState({ asked, typed: asked })
  // Back and Forward change the search.
  const typed = text.asked === asked ? text.typed : asked
  const query = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) =>
      callApi({ path: `/api/search?q=${encodeURIComponent(asked)}`, schema: searchAnswerSchema, signal }),
    enabled: asked !== '',
    gcTime: 0,
  })
  const only = query.data && onlyAddress(query.data)
  useEffect(() => {
    if (only) router.replace(only)
  }, [only, router])
  const submit = (form: FormData) => {
    // Not from the state: on a slow connection the reader may type before this script runs.
    const next = String(form.get('q')).trim()
    if (next === asked) void query.refetch()
    else router.push(next === '' ? '/trees' : `/trees?q=${encodeURIComponent(next)}`)
  }
  return (
    <search className="block">
      <label htmlFor="q" className="mb-2 block max-w-3xl text-sm text-soft">
        Search by fingerprint (SHA-256), leaf, root, attestation, transaction or tree number
      </label>
      <form action={submit} className="flex max-w-3xl flex-col gap-2 sm:flex-row">
        <input
          id="q"
          name="q"
          type="search"
          className="field min-w-0 flex-1"
          value={typed}
          onChange={(event) => setText({ asked, typed: event.target.value })}
          maxLength={500}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-describedby="q-outcome"
        />
        <button type="submit" className="button button-main">
          Search
        </button>
      </form>
      <div id="q-outcome" aria-live="polite" className="mt-4 max-w-[62ch] empty:hidden">
        {asked === '' ? null : query.isFetching || only ? (
          <p className="text-soft">Searching every tree…</p>
        ) : query.isError ? (
          <NoAnswer error={query.error} onRepeat={() => query.refetch()} />
        ) : query.data ? (
          <Outcome answer={query.data} asked={asked} />
        ) : null}
      </div>
    </search>
  )
}

/** Shown when the search failed: the text is an invalid id, or the service did not answer. */
function NoAnswer({ error, onRepeat }: { error: Error; onRepeat: () => void }) {
  const refusal = error instanceof ApiRefusal ? error : undefined
  if (refusal?.code === 'invalid_request')
    return (
      <p data-search="unreadable" className="text-bad">
        {refusal.text}
      </p>
    )
  return (
    <div data-search="failed">
      <p>
        <strong>Could not search.</strong> {refusal?.text ?? 'Something on this page failed.'} This says
        nothing about the id.
      </p>
      <button type="button" className="button mt-3" onClick={onRepeat}>
        Search again
      </button>
    </div>
  )
}

function Outcome({ answer, asked }: { answer: SearchAnswer; asked: string }) {
  const { form, looked_for: kinds, matches } = answer
  if (form === 'place')
    return (
      <div data-search="place">
        <p>
          <strong>{asked}</strong> looks like a place. Trees hold hashes only, so nobody can learn from them
          where something was captured.
        </p>
        <Link href="/explore" className="button mt-3">
          Search for captures on the map
        </Link>
      </div>
    )
  if (form === 'address')
    return (
      <p data-search="address">
        This is a wallet or contract address. Trees are not listed by address; each tree’s page names its
        attester.
      </p>
    )
  if (matches.length === 0)
    return (
      <div data-search="nothing">
        <p>
          <strong>No tree has this id.</strong> Searched as {listKinds(kinds)}.
        </p>
        {kinds.includes('fingerprint') && (
          <p className="mt-1 text-soft">
            This does not mean that a file is fake. A copy that was resized, converted or sent through a
            messaging app has a different fingerprint.
          </p>
        )}
      </div>
    )
  return (
    <div data-search="found">
      {matches.length > 1 && <p>This id matches more than one thing:</p>}
      <ul className="mt-1 space-y-1">
        {matches.map((match) => {
          const address = addressOf(match)
          return (
            <li key={`${match.kind}-${match.tree_id}`}>
              {address ? (
                <Link href={address} className="text-link underline underline-offset-4">
                  {kindNames[match.kind]} in tree {match.tree_id}
                  {match.leaf_hash && `, leaf ${shortHash(match.leaf_hash)}`}
                </Link>
              ) : (
                'This service knows this fingerprint. It will be in the next tree. No action needed.'
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
