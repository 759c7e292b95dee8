import 'server-only'
import type postgres from 'postgres'
import { parse } from 'postgres-array'
import { arrayText } from '#lib/adapters/db/array-text'

/**
 * Workaround: reads arrays with `postgres-array`, because postgres.js reads a `null` element as NaN, false or 'NULL'.
 * README.md, "Arrays with null".
 *
 * The table holds the array types in use by their number in `pg_type`, which PostgreSQL never changes. The function
 * beside a number reads one element.
 */
const readElement: Record<number, (text: string) => unknown> = {
  1000: (text) => text === 't', // bool
  1001: (text) => Buffer.from(text.slice(2), 'hex'), // bytea
  1003: String, // name
  1005: Number, // int2
  1007: Number, // int4
  1009: String, // text
  1015: String, // varchar
  1016: String, // int8
  1021: Number, // float4
  1022: Number, // float8
  1028: Number, // oid
  1231: String, // numeric
  2951: String, // uuid
}

/** The array types as the `types` option of postgres.js takes them. */
export const arrayTypes: Record<string, postgres.PostgresType> = Object.fromEntries(
  Object.entries(readElement).map(([number, read]) => [
    `array ${number}`,
    {
      to: Number(number),
      from: [Number(number)],
      serialize: (list: unknown) => (Array.isArray(list) ? arrayText(list) : list),
      parse: (text: string) => parse(text, read),
    },
  ]),
)
