import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type UploadFacts, upload } from '#db/schema/upload'
import type { Context } from '#lib/adapters/context'
import { readUploads } from '#lib/services/uploads/read-uploads'

/** Facts that the reader found. They are cached for all test files of a process. */
const known = new Map<string, UploadFacts>()
/** Length of the box that `anotherFileOf` appends to make a film unique. */
const uniqueBoxBytes = 24
/** Random bytes up to this length count as one file: none of them is a film. */
const maxRandomBytes = 4_096

/**
 * Reads a whole upload as a worker does. Each read starts a process in a sandbox, so films that differ only in the box that makes
 * them unique are read once, and so are short random bytes.
 */
export async function readUpload(args: {
  ctx: Pick<Context, 'env' | 'db' | 'log'>
  uploadId: string
  bytes: Uint8Array
}): Promise<void> {
  const { ctx, uploadId, bytes } = args
  const isThisUpload = eq(upload.uploadId, uploadId)
  const key = keyOf(bytes)
  const facts = known.get(key)
  if (facts) {
    await ctx.db.update(upload).set({ facts }).where(isThisUpload)
    return
  }
  await readUploads({ ctx })
  const [row] = await ctx.db.select().from(upload).where(isThisUpload)
  if (row?.facts && !('refused' in row.facts)) known.set(key, row.facts)
}

function keyOf(bytes: Uint8Array): string {
  const boxType = (from: number) => Buffer.from(bytes.subarray(from)).toString('latin1', 4, 8)
  if (bytes.length <= maxRandomBytes && boxType(0) !== 'ftyp') return 'no film'
  const isUnique = boxType(-uniqueBoxBytes) === 'free'
  return createHash('sha256')
    .update(isUnique ? bytes.subarray(0, -uniqueBoxBytes) : bytes)
    .digest('hex')
}
