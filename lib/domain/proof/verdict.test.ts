import { expect, test } from 'vitest'
import { verdictOf } from '#lib/domain/proof/verdict'

test.each([
  [{ record: 'unsupported' }, 'unsupported'],
  [{ record: 'unreachable' }, 'could_not_check'],
  [{ record: 'unknown' }, 'unknown'],
  [{ record: 'pending' }, 'pending'],
  [{ record: 'anchored', proof: 'holds', chain: 'confirmed' }, 'verified'],
  [{ record: 'anchored', proof: 'holds', chain: 'contradicts' }, 'does_not_match'],
  [{ record: 'anchored', proof: 'holds', chain: 'revoked' }, 'revoked_or_wrong_attester'],
  [{ record: 'anchored', proof: 'holds', chain: 'not_ours' }, 'revoked_or_wrong_attester'],
  [{ record: 'anchored', proof: 'holds', chain: 'unreadable' }, 'could_not_check'],
  [{ record: 'anchored', proof: 'broken', chain: 'confirmed' }, 'does_not_match'],
  [{ record: 'anchored', proof: 'broken', chain: 'unreadable' }, 'does_not_match'],
  [{ record: 'anchored', proof: 'broken', chain: 'revoked' }, 'does_not_match'],
] as const)('%o is judged %s', (findings, verdict) => {
  expect(verdictOf(findings)).toBe(verdict)
})
