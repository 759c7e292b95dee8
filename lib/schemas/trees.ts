import { z } from 'zod'
import { readSearchedId } from '#lib/domain/proof/searched-id'
import { pageLimit } from '#lib/schemas/board'
import { cursorOf, encodeCursor, nextCursor } from '#lib/schemas/cursor'
import { hex32 } from '#lib/schemas/formats'
import { treeAnswerSchema } from '#lib/schemas/proof'
import { refuse } from '#lib/schemas/refuse'

export function writeTreeCursor(beforeTreeId: number): string {
  return encodeCursor(`before.${beforeTreeId}`)
}

const cursor = cursorOf(/^before\.([1-9]\d{0,8})$/, ([, treeId]) => Number(treeId))

/** The query string of GET /api/trees. */
export const treesQuery = z.object({
  limit: pageLimit,
  cursor: cursor.optional().describe('`next_cursor` of the previous page.'),
})

/** A tree without its leaves. */
const treeSummarySchema = treeAnswerSchema.omit({ leaves: true })
export type TreeSummary = z.output<typeof treeSummarySchema>

export const treePageSchema = z.object({
  trees: z.array(treeSummarySchema).describe('Newest first.'),
  next_cursor: nextCursor,
})
export type TreePage = z.output<typeof treePageSchema>

const maxQueryLength = 500

/** The query string of GET /api/search. */
export const searchQuery = z.object({
  q: z
    .string()
    .max(maxQueryLength, `use at most ${maxQueryLength} characters`)
    .transform((text, check) => {
      const id = readSearchedId(text)
      if (id.form !== 'unreadable') return id
      return refuse(check, id.reason)
    })
    .meta({
      description:
        'Any id: a fingerprint (SHA-256), leaf, root, attestation UID or transaction hash, each 64 hexadecimal digits with or without 0x; the number of a tree; or the URL of a page that has one of them.',
      examples: ['0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
})

const searchKinds = ['fingerprint', 'leaf', 'root', 'attestation', 'transaction', 'tree'] as const
export type SearchKind = (typeof searchKinds)[number]

/** The answer of `GET /api/search`: the matching trees, with only public data. */
export const searchAnswerSchema = z.object({
  form: z
    .enum(['hash', 'fingerprint', 'tree_number', 'place', 'address'])
    .describe('The kind of id, from the form of the text. Places and accounts are not in trees.'),
  looked_for: z.array(z.enum(searchKinds)).describe('The kinds of object that were searched.'),
  matches: z.array(
    z.object({
      kind: z.enum(searchKinds),
      state: z
        .enum(['anchored', 'pending'])
        .describe('`pending` (fingerprints only): the capture is known and waits for the next anchor.'),
      tree_id: z.int().min(1).nullable().describe('The tree; null while pending.'),
      leaf_hash: hex32
        .nullable()
        .describe('For a fingerprint or leaf: the leaf in that tree; otherwise null.'),
    }),
  ),
})
export type SearchAnswer = z.output<typeof searchAnswerSchema>
export type SearchMatch = SearchAnswer['matches'][number]
