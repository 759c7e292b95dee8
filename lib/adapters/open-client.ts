import 'server-only'
import { makePgArray } from 'drizzle-orm/pg-core'
import postgres from 'postgres'
import { parse as parseArray } from 'postgres-array'

type Settings = postgres.Options<Record<string, postgres.PostgresType>>

/**
 * A client of postgres.js that does not look the array types up. That is the first thing postgres.js does on each new
 * connection, and when the connection is cut just then it lets nobody catch the error: the process ends. The types of
 * PostgreSQL itself keep their numbers for good, so those that we use are named here.
 *
 * Lists are sent and read as arrays, with `null` for an element that is null. `sql.array()` is not to be had; a cast is,
 * `any(${list}::text[])`, and for bytes and booleans `arrayText`.
 *
 * @param url as `DATABASE_URL`
 * @param settings as of postgres.js
 */
export function openClient(url: string, settings: Settings): postgres.Sql {
  return postgres(url, {
    ...settings,
    fetch_types: false,
    types: { ...arrayTypes, ...settings.types },
  }) as postgres.Sql
}

const asIs = (text: string): string => text

/** By the number of the array type in `pg_type`. Elements read as postgres.js reads one alone. */
const readElement: Record<number, (text: string) => unknown> = {
  1000: (text) => text === 't',
  1001: (text) => Buffer.from(text.slice(2), 'hex'),
  1003: asIs, // name
  1005: Number, // int2
  1007: Number, // int4
  1009: asIs, // text
  1015: asIs, // varchar
  1016: asIs, // int8
  1021: Number, // float4
  1022: Number, // float8
  1028: Number, // oid
  1231: asIs, // numeric
  2951: asIs, // uuid
}

const arrayTypes: Record<string, postgres.PostgresType> = Object.fromEntries(
  Object.entries(readElement).map(([number, read]) => [
    `array ${number}`,
    {
      to: Number(number),
      from: [Number(number)],
      serialize: (list: unknown) => (Array.isArray(list) ? arrayText(list) : list),
      parse: (text: string) => parseArray(text, read),
    },
  ]),
)

/**
 * A list as PostgreSQL writes an array. For what postgres.js takes for the type of its first element when given the list
 * itself: `${arrayText(hashes)}::text::bytea[]`. And for drizzle, which makes a parameter of each element:
 * `${arrayText(numbers)}::int[]`.
 */
export function arrayText(list: readonly unknown[]): string {
  return makePgArray(list.map(writeElement))
}

function writeElement(element: unknown): unknown {
  if (Array.isArray(element)) return element.map(writeElement)
  return element instanceof Uint8Array ? `\\x${Buffer.from(element).toString('hex')}` : element
}
