import { randomBytes } from 'node:crypto'
import { fromHex, toHex } from '#lib/domain/proof/leaf'
import { buildTree, rootOf } from '#lib/domain/proof/merkle'
import { recomputeProof } from '#lib/domain/proof/proof'
import { boardPageSchema } from '#lib/schemas/board'
import { coverageSchema } from '#lib/schemas/coverage'
import { provenanceResultSchema } from '#lib/schemas/observation'
import { proofAnswerSchema, treeAnswerSchema } from '#lib/schemas/proof'
import { treePageSchema } from '#lib/schemas/trees'
import type { Random } from '#testing/chaos/random'
import type { Answer, Ask } from '#testing/load/ask'
import type { Known, World } from '#testing/load/world'

type Reading = {
  kind: string
  /** Out of a hundred. */
  share: number
  /** What to ask for, and how to tell a wrong answer: it throws. */
  make: (world: World, random: Random) => { path: string; check: (answer: Answer) => void }
}

const page = (
  kind: string,
  share: number,
  path: string | ((known: Known) => string),
  words: string,
): Reading => ({
  kind,
  share,
  make: (world, random) => ({
    path: typeof path === 'string' ? path : path(random.pick(world.published)),
    check: ({ status, headers, text }) => {
      expect(status === 200, `answered ${status}`)
      expect(text.includes(words) && text.trimEnd().endsWith('</html>'), 'is not the whole page')
      expect(headers['content-security-policy']?.includes('nonce-') === true, 'has no policy of its own')
    },
  }),
})

/** Free reads: mostly of the API, some of pages. */
const readings: readonly Reading[] = [
  {
    kind: 'coverage',
    share: 14,
    make: (world) => {
      const known = world.published[0]!
      return {
        path: '/api/coverage',
        check: (answer) => {
          const { precision, cells } = coverageSchema.parse(json(answer))
          expect(cells.includes(known.geohash.slice(0, precision)), 'leaves out what is published')
        },
      }
    },
  },
  {
    kind: 'provenance',
    share: 22,
    make: (world, random) => {
      const known = random.pick(world.published)
      return {
        path: `/api/v1/provenance/${known.sha256}`,
        check: (answer) => {
          const said = provenanceResultSchema.parse(json(answer))
          expect(
            said.verified && said.provenance_hash === `sha256:${known.sha256}`,
            'denies what is published',
          )
          expect(
            said.geohash === known.geohash && said.captured_at === known.capturedAt,
            'says another place or time',
          )
        },
      }
    },
  },
  {
    kind: 'provenance of a stranger’s file',
    share: 6,
    make: () => ({
      path: `/api/v1/provenance/${randomBytes(32).toString('hex')}`,
      check: (answer) =>
        expect(!provenanceResultSchema.parse(json(answer)).verified, 'knows what nobody made'),
    }),
  },
  {
    kind: 'proof',
    share: 16,
    make: (world, random) => {
      const { sha256 } = random.pick(world.published)
      return {
        path: `/api/proofs/${sha256}`,
        check: (answer) => {
          const proof = proofAnswerSchema.parse(json(answer))
          if (proof.status !== 'anchored') throw new Error(`says ${proof.status}`)
          expect(recomputeProof(proof, sha256).holds, 'does not hold')
        },
      }
    },
  },
  {
    kind: 'trees',
    share: 8,
    make: () => ({
      path: '/api/trees',
      check: (answer) => expect(treePageSchema.parse(json(answer)).trees.length > 0, 'lists none'),
    }),
  },
  {
    kind: 'tree',
    share: 6,
    make: () => ({
      path: '/api/trees/1',
      check: (answer) => {
        const tree = treeAnswerSchema.parse(json(answer))
        expect(toHex(rootOf(buildTree(tree.leaves.map(fromHex)))) === tree.root, 'has leaves of another root')
      },
    }),
  },
  {
    kind: 'board',
    share: 8,
    make: () => ({
      path: '/api/board/bounties',
      check: (answer) => void boardPageSchema.parse(json(answer)),
    }),
  },
  page('page: start', 4, '/', 'Cairn'),
  page('page: docs', 3, '/docs', 'Cairn'),
  page('page: trees', 3, '/trees', 'Records'),
  page('page: a verified file', 4, ({ sha256 }) => `/verify/${sha256}`, 'Cairn'),
  {
    kind: 'docs for programs',
    share: 5,
    make: (_, random) => {
      const path = random.pick(['/docs/payment.md', '/docs/errors.md', '/llms.txt'])
      return {
        path,
        check: ({ status, text }) => expect(status === 200 && text.startsWith('# '), `answered ${status}`),
      }
    },
  },
  {
    kind: 'openapi.json',
    share: 1,
    make: () => ({
      path: '/openapi.json',
      check: (answer) => expect('paths' in json(answer), 'describes nothing'),
    }),
  },
]

const drawn = readings.flatMap((reading) => Array<Reading>(reading.share).fill(reading))

/** Makes one random read. Throws if there is no answer in time, or a wrong one. */
export async function readSomething(args: {
  ask: Ask
  world: World
  random: Random
  onKind: (kind: string) => void
}): Promise<void> {
  const { kind, make } = args.random.pick(drawn)
  args.onKind(kind)
  const { path, check } = make(args.world, args.random)
  const answer = await args.ask({ kind, path })
  try {
    check(answer)
  } catch (error) {
    throw new Error(
      `${path}: ${(error as Error).message}; status ${answer.status} ${answer.text.slice(0, 300)}`,
    )
  }
}

function json({ status, text }: Answer): object {
  expect(status === 200, `answered ${status}`)
  return JSON.parse(text) as object
}

function expect(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Error(message)
}
