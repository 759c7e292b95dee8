import { z } from 'zod'
import { timestamp } from '#lib/schemas/formats'

const bytes = z.int().min(0)

const upload = z.object({
  upload_id: z.string(),
  state: z.enum(['receiving', 'received']).describe('`received`: the file is complete and can be submitted.'),
  byte_length: bytes.describe('Of the whole file, as declared at the start.'),
  created_at: timestamp,
  expires_at: timestamp.describe('When it is dropped unless more bytes come or it is submitted.'),
})

/** The answer of GET /api/board/uploads. */
export const uploadsSchema = z.object({
  uploads: z.array(upload).describe('Newest first.'),
  max_uploads: z.int().describe('How many a wallet may have.'),
  max_bytes: bytes.describe('How many bytes they may declare together.'),
})
export type Uploads = z.output<typeof uploadsSchema>
