import type { Answer } from './call-service.ts'
import { Refusal } from './refusal.ts'

/** The problems in spite of which the caller wants to pay. `argumentNames` has the argument for each. */
export type PaysDespite = { empty: boolean; ignored: boolean; noPlace: boolean }

/** The arguments of this server that allow a payment. */
export const argumentNames = {
  empty: 'pay_for_empty',
  ignored: 'pay_despite_ignored',
  noPlace: 'pay_without_place',
} as const

/** Separates these arguments of this server from those of the service. Only `true` counts. */
export function readDespite(args: Record<string, unknown>): {
  despite: PaysDespite
  rest: Record<string, unknown>
} {
  const {
    [argumentNames.empty]: empty,
    [argumentNames.ignored]: ignored,
    [argumentNames.noPlace]: noPlace,
    ...rest
  } = args
  return { despite: { empty: empty === true, ignored: ignored === true, noPlace: noPlace === true }, rest }
}

/** Refuses to pay for a call that was understood otherwise than it was meant, unless its caller wants that. @throws Refusal */
export function assertUnderstood({ ignored = [], place, buys }: Answer, despite: PaysDespite): void {
  const understood = buys === undefined ? '' : ` The call was understood as: ${buys}`
  if (ignored.length > 0 && !despite.ignored)
    throw new Refusal(
      `The service ignores ${ignored.map((name) => JSON.stringify(name)).join(', ')}: no signature was made.${understood} Correct the arguments, or call again with \`${argumentNames.ignored}\`: true.`,
    )
  if (place === null && !despite.noPlace)
    throw new Refusal(
      `The brief names no place that was understood: no signature was made.${understood} To order it without a place, call again with \`${argumentNames.noPlace}\`: true.`,
    )
}
