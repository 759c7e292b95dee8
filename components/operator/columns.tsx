'use client'
import Link from 'next/link'
import { Usdc } from './amount.tsx'
import type { Column } from './data-table.tsx'
import { CopyId, Hash, shortId, writtenId } from './hash.tsx'
import { hrefOf } from './subject-link.tsx'
import { Time } from './time-format.tsx'
import { TxHash } from './tx-hash.tsx'
import { useNetworkName } from './use-operator.ts'

// The kinds of columns in the console's tables, each with its text in files.

type Read<Row, Value> = (row: Row) => Value
type Absent = null | undefined | ''

/** A column of text, the same in files. Absent values are shown as a dash. */
export function textColumn<Row>(name: string, read: Read<Row, string | number | Absent>): Column<Row> {
  return {
    name,
    cell: (row) => <span className="whitespace-nowrap">{read(row) ?? '–'}</span>,
    text: (row) => read(row) ?? '',
  }
}

/** A column of numbers or amounts. */
export function numberColumn<Row>(name: string, read: Read<Row, string | number | Absent>): Column<Row> {
  return {
    name,
    isNumber: true,
    text: (row) => read(row) ?? '',
    cell: (row) => {
      const value = read(row)
      return typeof value === 'number' ? value.toLocaleString('en') : (value ?? '–')
    },
  }
}

/** A number that names something, such as a nonce or a block: written without separators, as explorers do. */
export function ordinalColumn<Row>(name: string, read: Read<Row, number | Absent>): Column<Row> {
  return {
    name,
    isNumber: true,
    text: (row) => read(row) ?? '',
    cell: (row) => read(row) ?? '–',
  }
}

/** An amount of money: readable on the page, and as in the API in files. */
export function amountColumn<Row>(read: Read<Row, string>): Column<Row> {
  return {
    name: 'Amount',
    isNumber: true,
    text: read,
    cell: (row) => <Usdc usdc={read(row)} />,
  }
}

/** An amount with its network below it. In files they are two columns. */
export function paidColumns<Row extends { amount_usdc: string; network: string }>(): Column<Row>[] {
  return [
    {
      ...amountColumn(({ amount_usdc }) => amount_usdc),
      cell: ({ amount_usdc, network }) => (
        <>
          <Usdc usdc={amount_usdc} />
          <span className="block whitespace-nowrap text-soft">
            <NetworkName network={network} />
          </span>
        </>
      ),
    },
    { name: 'Network', text: ({ network }) => network },
  ]
}

/** @param absent the text shown if there is no time */
export function timeColumn<Row>(name: string, read: Read<Row, string | Absent>, absent = '–'): Column<Row> {
  return {
    name,
    text: (row) => read(row) ?? '',
    cell: (row) => {
      const iso = read(row)
      return iso ? <Time iso={iso} /> : absent
    },
  }
}

/** A hash, id or address, to copy. @param label what is copied */
export function hashColumn<Row>(name: string, read: Read<Row, string | Absent>, label: string): Column<Row> {
  return {
    name,
    text: (row) => read(row) ?? '',
    cell: (row) => {
      const value = read(row)
      return value ? <Hash value={value} label={label} /> : '–'
    },
  }
}

export function networkColumn<Row extends { network: string }>(): Column<Row> {
  return {
    name: 'Network',
    cell: ({ network }) => <NetworkName network={network} />,
    text: ({ network }) => network,
  }
}

/** The hash of a transaction on the row's chain. */
export function txColumn<Row extends { network: string }>(
  name: string,
  read: Read<Row, string | Absent>,
  label: string,
): Column<Row> {
  return {
    name,
    text: (row) => read(row) ?? '',
    cell: (row) => {
      const hash = read(row)
      return hash ? <TxHash network={row.network} hash={hash} label={label} /> : '–'
    },
  }
}

type To = { href: string; id: string | number }

/** Links to the page of something, by its id. */
function linkColumn<Row>(name: string, read: Read<Row, To | Absent>): Column<Row> {
  return {
    name,
    text: (row) => (read(row) || null)?.id ?? '',
    cell: (row) => {
      const to = read(row)
      return to ? <IdLink {...to} /> : '–'
    },
  }
}

export function bountyColumn<Row extends { bounty_id: string | null }>(): Column<Row> {
  return linkColumn('Bounty', ({ bounty_id: id }) => id && { href: hrefOf('bounty', id), id })
}

/** A transaction of ours, by its number. */
export function transactionColumn<Row>(name: string, read: Read<Row, number | Absent>): Column<Row> {
  return linkColumn(name, (row) => {
    const id = read(row)
    return id == null ? null : { href: hrefOf('transaction', String(id)), id }
  })
}

/** An id that links to its page; a long one is shortened, with a button that copies all of it. */
export function IdLink({ href, id }: To) {
  const text = String(id)
  if (typeof id === 'string')
    return (
      <span className="inline-flex items-center gap-1 whitespace-nowrap">
        <Link href={href} title={writtenId(id)} className="link pointer-coarse:leading-11">
          <code className="text-sm">{shortId(id)}</code>
        </Link>
        <CopyId id={id} />
      </span>
    )
  return (
    <Link href={href} title={text} className="link whitespace-nowrap">
      {text}
    </Link>
  )
}

export function NetworkName({ network }: { network: string }) {
  return useNetworkName()(network)
}
