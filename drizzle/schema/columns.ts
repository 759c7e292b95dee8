import { sql } from 'drizzle-orm'
import { customType } from 'drizzle-orm/pg-core'

// Types of columns that several tables share.

/** `bytea`, as `Uint8Array`. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (value) => value,
  fromDriver: (value) => new Uint8Array(value),
})

/** An unsigned integer of up to 256 bits, as `bigint`. */
export const uint256 = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'numeric(78,0)',
  toDriver: (value) => value.toString(),
  fromDriver: (value) => BigInt(value),
})

/** An amount in a token's atomic units. */
export const atomicAmount = uint256

/** 256 bits, as a text of `0` and `1`. */
export const bitsOf256 = customType<{ data: string }>({ dataType: () => 'bit(256)' })

/** The values of an enumeration, as a list for `in (…)` in a check constraint. */
export function listed(values: readonly string[]) {
  return sql.raw(values.map((value) => `'${value}'`).join(', '))
}
