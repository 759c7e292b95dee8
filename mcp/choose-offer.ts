import type { PaymentRequired, PaymentRequirements } from '@x402/core/types'
import { Refusal } from './refusal.ts'
import type { Settings } from './settings.ts'

/**
 * The offer to sign: the first in the owner's order of preference whose token, network and payee the owner allows.
 *
 * @param network the network that the caller wants; it must be allowed too
 * @throws Refusal that names the problem of each offer
 */
export function chooseOffer(
  required: PaymentRequired,
  settings: Pick<Settings, 'networks' | 'assets' | 'payees'>,
  network?: string,
): PaymentRequirements {
  const wanted =
    network === undefined ? settings.networks : settings.networks.filter((one) => one === network)
  if (wanted.length === 0)
    throw new Refusal(
      `Payments on ${network} are not allowed: no signature was made. Use one of ${settings.networks.join(', ')}, or add it to CAIRN_NETWORKS.`,
    )
  const problems: string[] = []
  for (const id of wanted) {
    const offers = required.accepts.filter((offer) => offer.network === id)
    for (const offer of offers) {
      const problem = problemOf(offer, settings)
      if (problem === undefined) return offer
      problems.push(`${id}: ${problem}`)
    }
    if (offers.length === 0) problems.push(`${id}: the service makes no offer (allowed by CAIRN_NETWORKS)`)
  }
  throw new Refusal(`No offer may be paid: no signature was made. ${problems.join('; ')}.`)
}

function problemOf(
  offer: PaymentRequirements,
  { assets, payees }: Pick<Settings, 'assets' | 'payees'>,
): string | undefined {
  if (offer.scheme !== 'exact') return `the scheme ${JSON.stringify(offer.scheme)} is not \`exact\``
  if (!/^\d{1,30}$/.test(String(offer.amount))) return 'the amount is no number of atomic units'
  if (!assets.includes(`${offer.network}/${String(offer.asset).toLowerCase()}`))
    return `the token ${offer.asset} is not allowed; CAIRN_ASSETS lists those that are`
  if (payees && !payees.includes(String(offer.payTo).toLowerCase()))
    return `the payee ${offer.payTo} is not allowed; CAIRN_PAYEES lists those that are`
  return undefined
}
