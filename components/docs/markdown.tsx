import { lexer, type Token, type Tokens } from 'marked'
import Link from 'next/link'
import { Fragment, type ReactNode } from 'react'
import { CodeBlock } from '#components/ui/code-block'
import { slugOf } from '#lib/schemas/reference/operation'
import { Heading } from './heading.tsx'
import { InlineCode } from './inline-code.tsx'

/** `isWithin`: a part of the section before it. */
export type SectionLink = { id: string; text: string; isWithin?: boolean }

type Props = {
  text: string
  /** Replaces a paragraph that consists of `{{name}}`. */
  parts?: Readonly<Record<string, ReactNode>>
}

/** A guide: Markdown rendered with our components. HTML in it is shown as text, never run. */
export function Markdown({ text, parts = {} }: Props) {
  return <Blocks tokens={lexer(text)} parts={parts} />
}

/** An alert of the operators’ guide, whose readers come for one of them. */
const isAlert = ({ depth, text }: Tokens.Heading) => depth === 3 && /^Cairn[A-Z]\w+$/.test(text)

/** The sections of a guide, and the alerts in them, for the list beside it. */
export function sectionsOf(text: string): SectionLink[] {
  return lexer(text)
    .filter((token): token is Tokens.Heading => token.type === 'heading')
    .filter((heading) => heading.depth === 2 || isAlert(heading))
    .map((heading) => ({
      id: slugOf(heading.text),
      text: heading.text.replaceAll('`', ''),
      isWithin: isAlert(heading),
    }))
}

/** One or two sentences of Markdown within a line. */
export function InlineMarkdown({ text }: { text: string }) {
  const [paragraph] = lexer(text)
  return <Inline tokens={(paragraph as Tokens.Paragraph | undefined)?.tokens ?? []} />
}

function Blocks({ tokens, parts }: { tokens: Token[]; parts: Readonly<Record<string, ReactNode>> }) {
  return tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a block of a text is its place in it
    <Block key={index} token={token} parts={parts} />
  ))
}

function Block({ token, parts }: { token: Token; parts: Readonly<Record<string, ReactNode>> }) {
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'heading': {
      const { depth, text, tokens } = token as Tokens.Heading
      return (
        <Heading level={depth === 2 ? 2 : 3} id={slugOf(text)} text={text}>
          <Inline tokens={tokens} />
        </Heading>
      )
    }
    case 'code': {
      const { text, lang } = token as Tokens.Code
      return (
        <div className="my-5">
          <CodeBlock code={text} label={lang || 'Text'} />
        </div>
      )
    }
    case 'list':
      return <List list={token as Tokens.List} parts={parts} />
    case 'table':
      return <Table table={token as Tokens.Table} />
    case 'blockquote':
      return (
        // Its width is that of the text around it, which counts in larger letters.
        <div className="my-5 max-w-[68ch] rounded-md border border-line bg-raised">
          <div className="px-5 py-1 text-sm">
            <Blocks tokens={(token as Tokens.Blockquote).tokens} parts={parts} />
          </div>
        </div>
      )
    default: {
      const { text, tokens } = token as Tokens.Paragraph
      const part = /^\{\{([\w-]+)\}\}$/.exec(text)?.[1]
      if (part !== undefined) return parts[part]
      return <p className="my-4 max-w-[68ch]">{tokens ? <Inline tokens={tokens} /> : text}</p>
    }
  }
}

function List({ list, parts }: { list: Tokens.List; parts: Readonly<Record<string, ReactNode>> }) {
  const items = list.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an item of a text is its place in it
    <li key={index} className="pl-1 [&>p]:my-2">
      {item.tokens.map((token, place) =>
        token.type === 'text' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Inline key={place} tokens={(token as Tokens.Text).tokens ?? [token]} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Block key={place} token={token} parts={parts} />
        ),
      )}
    </li>
  ))
  const look = 'my-4 max-w-[68ch] space-y-2 pl-6 marker:text-soft'
  return list.ordered ? (
    <ol className={`${look} list-decimal`}>{items}</ol>
  ) : (
    <ul className={`${look} list-disc`}>{items}</ul>
  )
}

/** On a narrow screen each row becomes a small card, its cells one under the other with the names of their columns. */
function Table({ table }: { table: Tokens.Table }) {
  const names = table.header.map((cell) => cell.text)
  return (
    <table {...as('table')} className="docs-table my-5 w-full text-sm">
      <thead {...as('rowgroup')}>
        <tr {...as('row')}>
          {table.header.map((cell) => (
            <th key={cell.text} {...as('columnheader')} scope="col">
              <Inline tokens={cell.tokens} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...as('rowgroup')}>
        {table.rows.map((row) => (
          <tr key={row.map(({ text }) => text).join()} {...as('row')}>
            {row.map((cell, index) => (
              // An empty cell of a card would be a name without a value.
              <td
                key={names[index]}
                {...as('cell')}
                data-name={names[index]}
                className={cell.text === '' ? 'max-sm:hidden!' : undefined}
              >
                <Inline tokens={cell.tokens} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** `display: block`, as on narrow screens, removes the roles of a table. */
function as(role: string) {
  return { role }
}

function Inline({ tokens }: { tokens: Token[] }) {
  return tokens.map((token, index) => {
    const taken = markAfter(tokens, index - 1)
    const mark = markAfter(tokens, index)
    const shown = taken
      ? ({ ...token, text: (token as Tokens.Text).text.slice(taken.length) } as Token)
      : token
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a word of a text is its place in it
      <Fragment key={index}>
        {mark ? (
          <span className="whitespace-nowrap">
            {inline(token)}
            {mark}
          </span>
        ) : (
          inline(shown)
        )}
      </Fragment>
    )
  })
}

/** The punctuation after a piece of code, which is a block of its own: without care a line could begin with a full stop. */
function markAfter(tokens: Token[], index: number): string {
  const [code, next] = [tokens[index], tokens[index + 1]]
  if (code?.type !== 'codespan' || next?.type !== 'text') return ''
  return /^[.,:;?!)]+/.exec((next as Tokens.Text).text)?.[0] ?? ''
}

function inline(token: Token): ReactNode {
  switch (token.type) {
    case 'codespan':
      return <InlineCode>{(token as Tokens.Codespan).text}</InlineCode>
    case 'strong':
      return (
        <strong className="font-semibold">
          <Inline tokens={(token as Tokens.Strong).tokens} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Inline tokens={(token as Tokens.Em).tokens} />
        </em>
      )
    case 'link': {
      const { href, tokens } = token as Tokens.Link
      // Pages are navigated to, files (`/openapi.json`, `/docs/payment.md`) are fetched.
      return href.startsWith('/') && !/\.\w+$/.test(href) ? (
        <Link href={href} prefetch={false} className="docs-link">
          <Inline tokens={tokens} />
        </Link>
      ) : (
        <a href={href} className="docs-link">
          <Inline tokens={tokens} />
        </a>
      )
    }
    case 'br':
      return <br />
    default: {
      const { tokens, text } = token as Tokens.Text
      return tokens ? <Inline tokens={tokens} /> : unbrokenNames(text)
    }
  }
}

/** A browser would break the name of the hash after its hyphen. */
function unbrokenNames(text: string): ReactNode {
  if (!text.includes('SHA-256')) return text
  return text.split(/(SHA-256)/).map((part, index) =>
    part === 'SHA-256' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part of a text is its place in it
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
