'use client'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { QueryProvider } from '#components/query-provider'
import { shortHash } from '#components/ui/hash'
import { ApiRefusal, callApi } from '#lib/client/call-api'
import { type SearchAnswer, searchAnswerSchema } from '#lib/schemas/trees'
import { addressOf, kindNames, listKinds, onlyAddress } from './search-words.ts'

/** One box for any id. What is searched for stands in the address; the only hit opens by itself. */
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
  // Going back or on in the history brings another search.
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
  const submit = () => {
    const next = typed.trim()
    if (next === asked) void query.refetch()
    else router.push(next === '' ? '/trees' : `/trees?q=${encodeURIComponent(next)}`)
  }
  return (
    <search className="block">
      <label htmlFor="q" className="mb-2 block max-w-3xl text-sm text-soft">
        Any id: fingerprint (SHA-256), leaf, root, attestation UID, transaction hash or tree number
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
          Find the tree
        </button>
      </form>
      <div id="q-outcome" aria-live="polite" className="mt-4 max-w-[62ch] empty:hidden">
        {asked === '' ? null : query.isFetching || only ? (
          <p className="text-soft">Looking in every tree…</p>
        ) : query.isError ? (
          <NoAnswer error={query.error} onRepeat={() => query.refetch()} />
        ) : query.data ? (
          <Outcome answer={query.data} asked={asked} />
        ) : null}
      </div>
    </search>
  )
}

/** Not an answer about the id: a text that is none, or a service that gave none. */
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
        <strong>Could not look.</strong> {refusal?.text ?? 'Something on this page failed.'} This says nothing
        about the id.
      </p>
      <button type="button" className="button mt-3" onClick={onRepeat}>
        Look again
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
          <strong>{asked}</strong> reads as a place. Trees hold hashes and no places, so that nobody finds out
          from them where something was captured.
        </p>
        <Link href="/explore" className="button mt-3">
          Look for captures on the map
        </Link>
      </div>
    )
  if (form === 'address')
    return (
      <p data-search="address">
        This is an account. Trees are not listed by account: each names its attester on its own page.
      </p>
    )
  if (matches.length === 0)
    return (
      <div data-search="nothing">
        <p>
          <strong>Nothing by that id here.</strong> It was looked for as {listKinds(kinds)}.
        </p>
        {kinds.includes('fingerprint') && (
          <p className="mt-1 text-soft">
            That does not mean a file is fake: a copy that was resized, converted or sent through a chat has
            another fingerprint.
          </p>
        )}
      </div>
    )
  return (
    <div data-search="found">
      {matches.length > 1 && <p>This id is several things:</p>}
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
                'A fingerprint this service has. It waits for the next anchor, and is in no tree yet. Nothing for you to do.'
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
