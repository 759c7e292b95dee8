import { customType } from 'drizzle-orm/pg-core'

/** Raw bytes, `Uint8Array` on our side. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (value) => value,
  fromDriver: (value) => new Uint8Array(value),
})

/** Any unsigned integer the chain knows, `bigint` on our side. */
export const uint256 = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'numeric(78,0)',
  toDriver: (value) => value.toString(),
  fromDriver: (value) => BigInt(value),
})

/** An amount in atomic units. */
export const atomicAmount = uint256
