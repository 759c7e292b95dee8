'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { CopyButton } from '#components/ui/copy-button'
import { readOperatorId } from '#lib/domain/access/operator-id'
import {
  type Found,
  type FoundAnything,
  foundAnythingSchema,
  type LookedPlace,
} from '#lib/schemas/operator-find'
import { ActionButton } from '../action-button.tsx'
import { Asked } from '../asked.tsx'
import { isAddress, writtenId } from '../hash.tsx'
import { operatorQuery } from '../operator-query.ts'
import { Part } from '../part.tsx'
import { Time } from '../time-format.tsx'
import { useFilters } from '../use-filters.ts'
import { foundTitle } from '../words.ts'
import { banOfWallet } from './ban-of-wallet.ts'

/** Search results for the id in the address. */
export function FindPage() {
  const [{ id }] = useFilters(['id'])
  const read = readOperatorId(id ?? '')
  if (id && read.form === 'address')
    return (
      <div className="grid gap-6">
        <div>
          <h1 className="text-xl">Wallet</h1>
          <p className="mt-2 max-w-[65ch] text-soft">
            All that is recorded of it: payments, bounties, films, bans, and what operators did.
          </p>
          <p className="mt-2">
            <Link href={`/operator/requests?payer=${read.value}`} className="link">
              Requests that used its payments
            </Link>
          </p>
        </div>
        <Answer id={id} />
      </div>
    )
  return (
    <div className="grid gap-6">
      <div>
        <h1 className="text-xl">Find</h1>
        <p className="mt-2 max-w-[65ch] text-soft">
          Paste an id into the search above to see everything that is recorded under it. It may be the id of a
          request (every answer and every error has one), bounty, payment, submission, upload or transaction,
          a wallet, the fingerprint of a file, or the address of a page that contains one of these. A hash or
          id that is shortened, as the console shows it, is found by its first digits.
        </p>
      </div>
      {id && <Answer id={id} />}
    </div>
  )
}

function Answer({ id }: { id: string }) {
  const query = useQuery({
    ...operatorQuery({ path: 'find', asked: { id }, schema: foundAnythingSchema }),
    placeholderData: keepPreviousData,
  })
  const read = readOperatorId(id)
  const written = read.form === 'address' ? writtenId(read.value) : id
  return (
    <section aria-label="What was found" aria-busy={query.isPlaceholderData} className="grid gap-4">
      <p className="flex min-w-0 items-center gap-1">
        <code className="min-w-0 text-sm wrap-anywhere">{written}</code>
        <CopyButton text={written} label="Copy the id" />
      </p>
      <Asked query={query}>
        {(answer) => (
          <Places answer={answer} ban={query.isPlaceholderData ? undefined : banOfWallet(answer)} />
        )}
      </Asked>
    </section>
  )
}

function Places({ answer, ban }: { answer: FoundAnything; ban: ReturnType<typeof banOfWallet> }) {
  const { places, reason, has_more, form } = answer
  if (reason !== null) return <p className="max-w-[65ch]">{reason}</p>
  const of = (outcome: LookedPlace['outcome']) => places.filter((place) => place.outcome === outcome)
  const found = of('found').flatMap((place) => place.found)
  const actions = found.filter(({ kind }) => kind === 'action')
  const others = found.filter(({ kind }) => kind !== 'action')
  const [nothing, unlooked, whole] = [of('nothing'), of('could_not_look'), of('needs_whole_id')]
  return (
    <div className="grid gap-5">
      {unlooked.length > 0 && (
        <p role="alert" className="max-w-[65ch] border-l-2 border-wait pl-4">
          Could not search {listText(unlooked)}. It may still be there: try again in a moment.
        </p>
      )}
      {found.length === 0 && (
        <p className="max-w-[65ch] text-lg" role="status">
          {unlooked.length + whole.length === 0
            ? 'Nothing here has this id.'
            : 'Nothing was found in what could be searched.'}
          {form === 'shortened' &&
            ' Search with the first digits of an id, not the last ones, or with the whole id.'}
        </p>
      )}
      {ban && (
        <div>
          <ActionButton {...ban} />
        </div>
      )}
      <FoundList found={others} />
      {actions.length > 0 && (
        <Part title="What operators did">
          <FoundList found={actions} />
        </Part>
      )}
      {has_more && (
        <p className="max-w-[65ch]">More ids begin like this. Give more of its digits to see the others.</p>
      )}
      {whole.length > 0 && (
        <p className="max-w-[65ch] text-sm text-soft">
          Not searched, because it needs the whole id: {listText(whole)}.
        </p>
      )}
      {found.length === 0 && nothing.length > 0 && (
        <p className="max-w-[65ch] text-sm text-soft">Nothing in: {listText(nothing)}.</p>
      )}
    </div>
  )
}

function FoundList({ found }: { found: readonly Found[] }) {
  if (found.length === 0) return null
  return (
    <ul className="grid gap-px overflow-hidden rounded-md border border-line bg-line">
      {found.map((one) => (
        <li key={`${one.kind} ${one.id} ${one.text}`} className="grid gap-1 bg-raised px-4 py-3">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="caption">{foundTitle(one)}</span>
            {one.at && (
              <span className="text-sm text-soft">
                <Time iso={one.at} />
              </span>
            )}
          </p>
          {/* All entries of a wallet have its address as their id, so their text is the link. */}
          {one.href && isAddress(one.id) ? (
            <p className="wrap-anywhere">
              <PageLink href={one.href}>{one.text}</PageLink>
            </p>
          ) : (
            <>
              <p className="wrap-anywhere">{one.text}</p>
              <p className="text-sm wrap-anywhere">
                {one.href ? (
                  <PageLink href={one.href}>
                    <code>{one.id}</code>
                  </PageLink>
                ) : (
                  <code>{one.id}</code>
                )}
              </p>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

function PageLink({ href, children }: { href: string; children: ReactNode }) {
  return href.startsWith('/') ? (
    <Link href={href}>{children}</Link>
  ) : (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

function listText(places: readonly LookedPlace[]): string {
  return places.map(({ place }) => place).join(', ')
}
