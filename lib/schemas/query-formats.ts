import { z } from 'zod'

/** Parameters of query strings and paths, which arrive as text. */

export const networkId = z
  .string()
  .regex(/^eip155:[1-9]\d{0,8}$/, 'must be a network by CAIP-2, such as eip155:8453')

export const onlyTrue = z.literal('true', 'must be true or left out')

export const operationName = z.string().regex(/^[A-Za-z]{1,60}$/, 'must be the name of an operation')

/** A number of seconds. */
export const secondsText = z
  .string()
  .regex(/^[1-9]\d{0,7}$/, 'must be a number of seconds')
  .transform(Number)

/** @param what the object with its article, such as `a payment` */
export const rowNumber = (what: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,15}$/, `must be the number of ${what}`)
    .transform(Number)

/** A wallet in a query string, parsed to lower case. */
export const walletFilter = z
  .string()
  .trim()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be a wallet: 0x and 40 hexadecimal digits')
  .transform((value) => value.toLowerCase())
