import { describe, expect, test } from 'vitest'
import type { AskedTx, BountyFacts } from '#lib/domain/bounty/bounty-progress'
import { retryEffect, retryRefusal } from '#lib/domain/bounty/bounty-retry'
import { type AskedDetails, findBlocker } from '#lib/domain/bounty/find-blocker'

const asked = (state: AskedTx['state'], tries = 1): AskedTx => ({
  state,
  tries,
  ageSeconds: 2,
  confirmed: false,
  retryAsked: false,
})
const detail = (kind: string, error: string | null = null): AskedDetails => ({
  id: 12,
  kind,
  error,
  queueFrozen: null,
})
const none = { post: undefined, exit: undefined, payback: undefined }
const cancelling: BountyFacts = {
  state: 'cancelling',
  post: asked('final'),
  exit: asked('rejected', 3),
  payback: undefined,
  postIsFinal: true,
  inContract: 'open',
  paidBack: false,
}
const cancel = { ...none, exit: detail('bounty_cancel', 'out of gas') }
const why = (facts: Partial<BountyFacts>, details: Parameters<typeof findBlocker>[1] = cancel) =>
  findBlocker({ ...cancelling, ...facts }, details)

describe('what hinders a bounty', () => {
  test('is what refused its last transaction, with when it is asked for again', () => {
    expect(why({})).toEqual({
      code: 'refused',
      text: 'Its cancellation was refused before it was sent (asked 3 times, the last time): out of gas.',
      data: { transaction: 12, tries: 3, error: 'out of gas' },
      nextTryInSeconds: 43,
    })
  })

  test('is the reason of the contract, once', () => {
    const twice = 'Execution reverted with reason: listed. execution reverted: listed'
    expect(why({}, { ...none, exit: detail('bounty_cancel', twice) })).toMatchObject({
      text: expect.stringMatching(/: the contract says "listed"\.$/),
    })
  })

  test('is a frozen sender queue while it waits there, and nothing new while it is tried again', () => {
    const exit = { ...detail('bounty_cancel'), queueFrozen: 'we look into it' }
    expect(why({ exit: asked('queued') }, { ...none, exit })).toMatchObject({
      code: 'not_sent',
      text: expect.stringContaining('froze the sender queue of its key, saying: we look into it.'),
    })
    const again = { ...none, exit: detail('bounty_cancel') }
    expect(why({ exit: asked('queued', 2) }, again)).toBe('as before')
    expect(why({ exit: asked('queued', 1) }, again)).toBeUndefined()
    expect(why({ exit: asked('mined', 2) }, again)).toBeUndefined()
  })

  test('is undefined while the chain is unsettled, and once the bounty has ended', () => {
    expect(why({ inContract: 'unsettled' })).toBeUndefined()
    expect(why({ state: 'cancelled' })).toBeUndefined()
  })

  test('is that chain and database disagree, where they do', () => {
    expect(why({ inContract: 'none' })).toMatchObject({ code: 'contract_disagrees' })
    expect(why({ inContract: 'released' })).toMatchObject({ code: 'contract_disagrees' })
    expect(why({ exit: asked('final') })).toMatchObject({ code: 'contract_disagrees' })
    const post = { ...none, post: detail('bounty_post') }
    expect(
      why(
        { state: 'accepting', postIsFinal: false, post: asked('lost'), inContract: 'none', paidBack: true },
        post,
      ),
    ).toMatchObject({ code: 'contract_disagrees' })
  })
})

describe('what a retry is said to do', () => {
  const bounty = {
    postIsFinal: false,
    postTries: 0,
    post: undefined,
    exit: undefined,
    payback: undefined,
    money: '12.00 USDC on Base',
    payer: '0xab',
  }
  const over = (kind: string) => ({ id: 7, kind, state: 'rejected' as const })

  test('names the money, the try and whom it goes to', () => {
    const refused = { ...bounty, state: 'creating' as const, postTries: 2, post: over('bounty_post') }
    expect(retryEffect(refused)).toContain('(12.00 USDC on Base) again at once, for the third of 3 times')
    expect(retryEffect({ ...refused, postTries: 3 })).toContain('12.00 USDC on Base goes back to 0xab')
    expect(retryEffect({ ...refused, payback: over('bounty_payback') })).toContain('can be used once')
    const leaving = { ...bounty, state: 'accepting' as const, postIsFinal: true }
    expect(retryEffect({ ...leaving, exit: over('bounty_release') })).toContain(
      'release to the contributor again',
    )
    expect(retryEffect(leaving)).toContain('was not requested yet')
    expect(retryEffect({ ...leaving, exit: { ...over('bounty_release'), state: 'sent' } })).toMatch(
      /Nothing new is asked for: .* transaction 7, was sent and can still take effect/,
    )
  })

  test('is refused for what has ended or waits for people', () => {
    expect(retryRefusal({ state: 'failed', postIsFinal: false })).toContain('has ended')
    expect(retryRefusal({ state: 'open', postIsFinal: true })).toContain('nothing is under way')
    expect(retryRefusal({ state: 'open', postIsFinal: false })).toBeUndefined()
  })
})
