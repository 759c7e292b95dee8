import { z } from 'zod'
import { readSearchedId } from '#lib/domain/searched-id'
import { pageLimit } from '#lib/schemas/board'
import { cursorOf, encodeCursor } from '#lib/schemas/cursor'
import { hex32 } from '#lib/schemas/formats'
import { treeAnswerSchema } from '#lib/schemas/proof'

/** A cursor that asks for the trees before this one. */
export function writeTreeCursor(beforeTreeId: number): string {
  return encodeCursor(`before.${beforeTreeId}`)
}

const cursor = cursorOf(/^before\.([1-9]\d{0,8})$/, ([, treeId]) => Number(treeId))

/** The query string of GET /api/trees. */
export const treesQuery = z.object({
  limit: pageLimit,
  cursor: cursor.optional().meta({ description: '`next_cursor` of the page before.' }),
})

/** A tree without its leaves. */
export const treeSummarySchema = treeAnswerSchema.omit({ leaves: true })
export type TreeSummary = z.output<typeof treeSummarySchema>

export const treePageSchema = z.object({
  trees: z.array(treeSummarySchema).meta({ description: 'Newest first.' }),
  next_cursor: z.string().nullable().meta({ description: 'Asks for the next page; null on the last.' }),
})
export type TreePage = z.output<typeof treePageSchema>

const maxQueryLength = 500

/** The query string of GET /api/search. */
export const searchQuery = z.object({
  q: z
    .string()
    .max(maxQueryLength, `must have at most ${maxQueryLength} characters`)
    .transform((text, check) => {
      const id = readSearchedId(text)
      if (id.form !== 'unreadable') return id
      check.addIssue({ code: 'custom', message: id.reason })
      return z.NEVER
    })
    .meta({
      description:
        'Any id: fingerprint (SHA-256), leaf, root, attestation UID or transaction hash, each 64 hexadecimal digits with or without 0x; the number of a tree; or the address of a page that has one of them.',
      examples: ['0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
})

export const searchKinds = ['fingerprint', 'leaf', 'root', 'attestation', 'transaction', 'tree'] as const
export type SearchKind = (typeof searchKinds)[number]

/** What `GET /api/search` answers: the way to a tree, and nothing that the asker could not read there. */
export const searchAnswerSchema = z.object({
  form: z
    .enum(['hash', 'fingerprint', 'tree_number', 'place', 'address'])
    .meta({ description: 'What the text is by its form. Places and accounts are in no tree.' }),
  looked_for: z.array(z.enum(searchKinds)).meta({ description: 'As what it was looked for.' }),
  matches: z.array(
    z.object({
      kind: z.enum(searchKinds),
      state: z.enum(['anchored', 'pending']).meta({
        description: '`pending` for a fingerprint alone: it is known and waits for the next anchor.',
      }),
      tree_id: z
        .int()
        .min(1)
        .nullable()
        .meta({ description: 'The tree it is in or of; null while pending.' }),
      leaf_hash: hex32
        .nullable()
        .meta({ description: 'Of a fingerprint or leaf: its leaf in that tree; else null.' }),
    }),
  ),
})
export type SearchAnswer = z.output<typeof searchAnswerSchema>
export type SearchMatch = SearchAnswer['matches'][number]
