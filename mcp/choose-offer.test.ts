import type { PaymentRequired } from '@x402/core/types'
import { describe, expect, test } from 'vitest'
import { chooseOffer } from './choose-offer.ts'
import { Refusal } from './refusal.ts'

const base = 'eip155:8453'
const arc = 'eip155:5042'
const token = `0x${'aB'.repeat(20)}`
const payee = `0x${'cD'.repeat(20)}`
const offer = (network: string, changes: object = {}) => ({
  scheme: 'exact',
  network,
  asset: token,
  amount: '10000',
  payTo: payee,
  maxTimeoutSeconds: 60,
  extra: {},
  ...changes,
})
const required = (...accepts: object[]) =>
  ({ x402Version: 2, resource: { url: 'https://cairn.example' }, accepts }) as PaymentRequired
const allowed = {
  networks: [base, arc],
  assets: [`${base}/${token.toLowerCase()}`, `${arc}/${token.toLowerCase()}`],
  payees: [payee.toLowerCase()],
}

describe('the offer that is signed', () => {
  test('is the first by the order of the owner, not of the service', () => {
    expect(chooseOffer(required(offer(arc), offer(base)), allowed).network).toBe(base)
    expect(chooseOffer(required(offer(arc), offer(base)), allowed, arc).network).toBe(arc)
  })

  test('is on a network, in a token and to a payee that the owner allows', () => {
    const refused = [
      [offer('eip155:1'), 'CAIRN_NETWORKS'],
      [offer(base, { asset: payee }), 'CAIRN_ASSETS'],
      [offer(base, { payTo: token }), 'CAIRN_PAYEES'],
      [offer(base, { scheme: 'upto' }), 'scheme'],
      [offer(base, { amount: '-1' }), 'amount'],
      [offer(base, { amount: '1.5' }), 'amount'],
    ] as const
    for (const [one, word] of refused) {
      const choose = () => chooseOffer(required(one), allowed)
      expect(choose, word).toThrow(Refusal)
      expect(choose).toThrow('no signature was made')
      expect(choose).toThrow(word)
    }
  })

  test('of another network is taken when that of the first is not allowed', () => {
    const two = required(offer(base, { payTo: token }), offer(arc))
    expect(chooseOffer(two, allowed).network).toBe(arc)
    expect(() => chooseOffer(two, allowed, base)).toThrow('CAIRN_PAYEES')
  })

  test('is not on a network that only the caller wants', () => {
    expect(() => chooseOffer(required(offer('eip155:1')), allowed, 'eip155:1')).toThrow('CAIRN_NETWORKS')
  })

  test('may go to anyone unless the owner lists payees', () => {
    const anyone = { ...allowed, payees: undefined }
    expect(chooseOffer(required(offer(base, { payTo: token })), anyone).payTo).toBe(token)
  })
})
