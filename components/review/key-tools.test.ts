import { expect, test } from 'vitest'
import { bountyStates } from '#lib/domain/bounty/bounty'
import { afterRemoval } from './key-tools.tsx'

test.each(bountyStates)(
  'before the key of a bounty that is %s is removed, its money is told as it is',
  (status) => {
    const text = afterRemoval(status)
    const hasEnded = ['cancelling', 'cancelled', 'expired', 'expired_refunded', 'failed'].includes(status)
    expect(text.includes('has ended')).toBe(hasEnded)
    expect(text.includes('went back')).toBe(['cancelled', 'expired_refunded', 'failed'].includes(status))
    expect(text.includes('To download the film')).toBe(['accepting', 'accepted'].includes(status))
  },
)
