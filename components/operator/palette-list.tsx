'use client'
import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createKeptValue } from '#lib/client/kept-value'
import { readOperatorId } from '#lib/domain/access/operator-id'
import { foundAnythingSchema } from '#lib/schemas/operator-find'
import { operatorQuery } from './operator-query.ts'
import { palettePages } from './pages.ts'
import { usePaletteActions } from './palette-actions.ts'
import { bountySearchText, useBountiesWithWords } from './palette-bounties.ts'
import { foundIn, walletEntry, walletOf } from './palette-found.ts'
import { areBetterNamed, matchedTerms, matching } from './palette-match.ts'
import { capitalised, foundTitle } from './words.ts'

type Jump = { href: string; text: string }

const recentAtMost = 5
const recent = createKeptValue<readonly Jump[]>({ place: 'cairn.operator.recent', parse: parseRecent })

/** The results of the palette: pages, actions and bounties that match the words and, for an id, the page of what it belongs to. */
export function PaletteList({ close }: { close: () => void }) {
  const router = useRouter()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState('')
  const asked = readOperatorId(text)
  const isId = asked.form !== 'unreadable'
  const search = useQuery({
    ...operatorQuery({ path: 'find', asked: { id: text.trim() }, schema: foundAnythingSchema }),
    enabled: isId,
  })
  const found = isId ? foundIn(search.data?.places.flatMap((place) => place.found) ?? []) : []
  const wallet = walletOf(asked, search.data)
  const listed = wallet === undefined ? found : [walletEntry(wallet), ...found]
  const unlooked = isId
    ? (search.data?.places ?? []).filter(({ outcome }) => outcome === 'could_not_look')
    : []
  const pages = isId ? [] : palettePages.filter(matching(text))
  const allActions = usePaletteActions()
  const actions = isId || text.trim() === '' ? [] : allActions.filter(matching(text))
  const words = asked.form === 'unreadable' ? asked.words : undefined
  const { bounties, ...outcome } = useBountiesWithWords(words)
  const list = useRef<HTMLDivElement>(null)
  const isNamed = pages.length + actions.length > 0
  const first = listed[0] ? valueFor(listed[0]) : isNamed ? undefined : bounties[0]?.href
  // The results arrive after the elements below are rendered, so Enter opens the first result.
  useEffect(() => {
    if (first !== undefined) setChosen(first)
  }, [first])
  // cmdk scrolls to the element that it chose itself, which may be one below the results.
  useEffect(() => {
    if (first !== undefined && chosen === first) list.current?.scrollTo({ top: 0 })
  }, [first, chosen])
  const jump = (to: Jump) => {
    remember(to)
    close()
    if (to.href.startsWith('/')) router.push(to.href)
    else window.open(to.href, '_blank', 'noreferrer')
  }
  const isUnknown =
    asked.form === 'shortened' &&
    search.isSuccess &&
    found.length + unlooked.length === 0 &&
    !search.data.has_more
  const everywhere = { href: `/operator/find?id=${encodeURIComponent(text.trim())}`, text: text.trim() }
  const actionsFirst = areBetterNamed(text, actions, pages)
  const actionGroup = actions.length > 0 && (
    <Group heading="Actions">
      {actions.map((action) => (
        <Item
          key={action.text}
          value={action.text}
          onSelect={() => {
            close()
            action.run()
          }}
        >
          {action.text}
          <Why terms={matchedTerms(text, action)} />
        </Item>
      ))}
    </Group>
  )
  return (
    <Command label="Find anything" shouldFilter={false} loop value={chosen} onValueChange={setChosen}>
      <div className="flex items-center border-b border-line">
        <Command.Input
          autoFocus
          value={text}
          onValueChange={setText}
          placeholder="Id, page or bounty"
          className="min-h-14 w-full min-w-0 bg-transparent pr-2 pl-5 text-base outline-none placeholder:text-soft focus-visible:shadow-none"
        />
        <button type="button" className="button mr-3 min-h-9" onClick={close}>
          Close
        </button>
      </div>
      <Command.List
        ref={list}
        label="Results"
        // The end fades out, so that a list that continues does not look complete. The fade is as high as the padding, so no last row is in it.
        className={`max-h-[min(60vh,27rem)] scroll-pb-8 overflow-y-auto p-2 pb-8 [mask-image:linear-gradient(to_top,transparent,#000_2rem)] ${isUnknown ? 'hidden' : ''}`}
      >
        {listed.length > 0 && (
          <Group heading="Found">
            {listed.map(({ href, kind, id, text: says }) => (
              <Item
                key={`${href} ${id}`}
                value={valueFor({ href, id })}
                onSelect={() => jump({ href, text: `${capitalised(kind)} ${id}` })}
              >
                <span className="font-semibold">{foundTitle({ kind, id })}</span>
                <span className="line-clamp-3 text-sm text-soft wrap-anywhere">{says}</span>
              </Item>
            ))}
          </Group>
        )}
        {actionsFirst && actionGroup}
        {pages.length > 0 && (
          <Group heading="Pages">
            {pages.map((page) => (
              <Item key={page.href} value={page.href} onSelect={() => jump(page)}>
                {page.text}
                <Why terms={matchedTerms(text, page)} />
              </Item>
            ))}
          </Group>
        )}
        {!actionsFirst && actionGroup}
        {words !== undefined && (
          <Group heading="Bounties">
            {bounties.map(({ href, title, text: says }) => (
              <Item key={href} value={href} onSelect={() => jump({ href, text: `Bounty ${title}` })}>
                <span className="line-clamp-2 wrap-anywhere">{title}</span>
                <span className="text-sm text-soft">{says}</span>
              </Item>
            ))}
            <Item
              value="bounties with these words"
              onSelect={() =>
                jump({
                  href: `/operator/bounties?text=${encodeURIComponent(words)}`,
                  text: `Bounties with “${words}”`,
                })
              }
            >
              <span className="wrap-anywhere">Search all bounties for “{words}”</span>
            </Item>
          </Group>
        )}
        {text === '' && recent.read().length > 0 && (
          <Group heading="Recent">
            {recent.read().map((one) => (
              <Item key={one.href} value={`recent ${one.href}`} onSelect={() => jump(one)}>
                <span className="truncate">{one.text}</span>
              </Item>
            ))}
          </Group>
        )}
        {isId && !isUnknown && wallet === undefined && (
          <Group heading="Everywhere">
            <Item value="everywhere" onSelect={() => jump(everywhere)}>
              Show everything with this id
            </Item>
          </Group>
        )}
      </Command.List>
      <p role="status" className="border-t border-line px-5 py-3 text-sm text-soft empty:hidden">
        {sayState()}
      </p>
    </Command>
  )

  function sayState(): string {
    const said = bountySearchText(outcome, isNamed)
    if (said !== '' || isNamed) return said
    if (asked.form === 'unreadable') return text.trim() === '' || words !== undefined ? '' : asked.reason
    if (search.isError) return search.error.message
    if (search.isPending) return 'Searching…'
    if (unlooked.length > 0)
      return `Could not search ${unlooked.map(({ place }) => place).join(', ')}. It may still be there.`
    if (search.data.has_more) return 'More ids begin like this. Give more of its digits.'
    if (found.length > 0)
      return wallet === undefined
        ? `${found.length} found. The last line shows everything with this id.`
        : `${listed.length} found.`
    return asked.form === 'shortened'
      ? 'No id begins with these digits. Type the first digits, not the last, or the whole id.'
      : 'Nothing here has this id.'
  }
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-soft"
    >
      {children}
    </Command.Group>
  )
}

function Item(props: { value: string; onSelect: () => void; children: ReactNode }) {
  return (
    <Command.Item
      {...props}
      className="grid min-h-11 cursor-pointer content-center rounded-sm px-3 py-1.5 data-[selected=true]:bg-ink data-[selected=true]:text-ground data-[selected=true]:[&_.text-soft]:text-ground"
    />
  )
}

/** Why something without the typed words in its name is a result. */
function Why({ terms }: { terms: string }) {
  return terms === '' ? null : <span className="text-sm text-soft">Also found by: {terms}</span>
}

const valueFor = ({ href, id }: { href: string; id: string }) => `found ${href} ${id}`

function remember({ href, text }: Jump): void {
  const others = recent.read().filter((one) => one.href !== href)
  try {
    recent.write([{ href, text }, ...others].slice(0, recentAtMost))
  } catch {
    // If the browser blocks storage, there are no recent entries.
  }
}

function parseRecent(text: string | null): readonly Jump[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one?.href === 'string') : []
  } catch {
    return []
  }
}
