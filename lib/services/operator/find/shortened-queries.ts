import type { ShortenedId } from '#lib/domain/access/operator-id'

/** A statement whose rows have a whole `id` each. */
export type WholeIdQuery = { place: string; text: string; values: string[] }

/** `$1` and `$2` are the lowest and the highest id that begins as the shortened one, `$3` is its end. */
const endFits = (digits: string) => `right(${digits}, length($3::text)) = $3::text`

/** An index on `bytea`. */
const fromBytes = (table: string, column: string, filter = '') =>
  `select distinct '0x' || encode(${column}, 'hex') as id from ${table}
   where ${filter}${column} between decode($1::text, 'hex') and decode($2::text, 'hex') and ${endFits(`encode(${column}, 'hex')`)}`

/** An index on `text`, whose values have all the same length and hexadecimal digits in lower case. */
const fromText = (table: string, column: string) =>
  `select distinct ${column} as id from ${table}
   where ${column} between $1::text and $2::text and ${endFits(column)}`

/** A wallet may have millions of rows, so each step of the recursion skips to the next wallet by the index. */
const walletsFrom = (table: string, column: string) =>
  `with recursive wallet as (
     (select ${column} as id from ${table} where ${column} between $1::text and $2::text order by ${column} limit 1)
     union all
     select (select ${column} from ${table} where ${column} > wallet.id and ${column} <= $2::text order by ${column} limit 1)
     from wallet where wallet.id is not null)
   select id from wallet where id is not null and ${endFits('id')}`

const hashLength = 64
const walletLength = 40
const uuidLength = 32
const idTables = {
  bounty: ['bounties', 'bounty', 'bounty_id', 'bty_'],
  submission: ['submissions', 'submission', 'submission_id', 'sub_'],
  upload: ['uploads', 'upload', 'upload_id', 'upl_'],
} as const

/** Places that have no index for the beginning of an id. */
export const placesForWholeIds = ['older payments by nonce or settlement', 'leaves of trees']

/** The statements that find the whole ids, each with at most `limit` rows. */
export function shortenedQueries(id: ShortenedId, limit: number): WholeIdQuery[] {
  const { of, start, end } = id
  const query = (place: string, length: number, select: string, prefix = ''): WholeIdQuery[] =>
    start.length + end.length > length
      ? []
      : [
          {
            place,
            text: `${select} limit ${limit}`,
            values: [...['0', 'f'].map((digit) => prefix + start.padEnd(length, digit)), end],
          },
        ]
  if (of !== 'digits') {
    const [place, table, column, prefix] = idTables[of]
    return query(place, uuidLength, fromText(table, column), prefix)
  }
  const hash = (place: string, select: string, prefix = '') => query(place, hashLength, select, prefix)
  const wallet = (place: string, table: string, column: string) =>
    query(place, walletLength, walletsFrom(table, column), '0x')
  return [
    ...hash('transactions of ours', fromBytes('chain_attempt', 'hash')),
    ...hash('payments', fromText('payment', 'nonce'), '0x'),
    ...hash('payments', fromBytes('payment', 'settle_tx', 'settle_tx is not null and ')),
    ...hash('bounties', fromBytes('bounty', 'ref')),
    ...hash(
      'the books',
      fromBytes('ledger_entry', 'tx_hash', 'chain_id in (select chain_id from ledger_cursor) and '),
    ),
    ...hash('films', fromBytes('submission_file', 'sha256')),
    ...hash('captures', fromBytes('capture', 'sha256')),
    ...hash('trees', fromBytes('tree', 'root')),
    ...hash('trees', fromBytes('tree', 'attest_uid')),
    ...hash('trees', fromBytes('tree', 'attest_tx')),
    ...wallet('who paid for anything', 'payment', 'payer'),
    ...wallet('who paid for anything', 'archived_payment', `('0x' || encode(payer, 'hex'))`),
    ...wallet('who filmed', 'submission', 'contributor'),
    ...wallet('who uploads', 'upload', 'owner'),
    ...query(
      'the log of actions',
      walletLength,
      fromText(`(select subject_id as wallet from operator_action where subject = 'wallet') acted`, 'wallet'),
      '0x',
    ),
    ...query(
      'accounts of ours',
      walletLength,
      fromText('(select lower(address) as address from chain_account) account', 'address'),
      '0x',
    ),
    ...query(
      'requests',
      uuidLength,
      `select request_id::text as id from request_log
       where request_id between $1::uuid and $2::uuid and ${endFits(`replace(request_id::text, '-', '')`)}`,
    ),
  ]
}
