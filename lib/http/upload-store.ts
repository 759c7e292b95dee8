import 'server-only'
import type { Readable } from 'node:stream'
import { DataStore, Upload } from '@tus/server'
import type { Context } from '#lib/adapters/context'
import { appendStaged, stagedLength, stagedPath } from '#lib/adapters/uploads/staged-file'
import { CairnError } from '#lib/domain/errors'
import { chargeBudget } from '#lib/services/limits/charge-budget'
import { assertRoom, beginUpload } from '#lib/services/uploads/begin-upload'
import { discardUpload } from '#lib/services/uploads/discard-upload'
import { findUpload } from '#lib/services/uploads/find-upload'
import { finishUpload } from '#lib/services/uploads/finish-upload'
import { prolongUpload } from '#lib/services/uploads/prolong-upload'

type StoreContext = Pick<Context, 'env' | 'db'>

/**
 * What the tus server keeps files in, as one wallet sees it in one request: rows say what there is, and the staged file how
 * far it has come. Whatever a client says about a file beside its length is not kept.
 *
 * The server's own expiry goes by real time and by when a file was begun; ours is in the row, so it is not told of any.
 */
export class UploadStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination']
  /** Of the upload the request was about, until it is submitted. */
  expiresAt: Date | undefined
  readonly #ctx: StoreContext
  readonly #owner: string
  readonly #mayWrite: () => boolean
  #begun: string | undefined

  /** @param options.mayWrite whether this request still holds the lock of its upload */
  constructor(options: { ctx: StoreContext; owner: string; mayWrite: () => boolean }) {
    super()
    this.#ctx = options.ctx
    this.#owner = options.owner
    this.#mayWrite = options.mayWrite
  }

  /** Its row was made with its name. */
  override async create(file: Upload): Promise<Upload> {
    return file
  }

  async begin(byteLength: number): Promise<string> {
    const row = await beginUpload({ ctx: this.#ctx, input: { owner: this.#owner, byteLength } })
    this.expiresAt = row.expiresAt
    this.#begun = row.uploadId
    return row.uploadId
  }

  /** Forgets what this request began: its sender was never told where it is. */
  async abandon(): Promise<void> {
    if (this.#begun !== undefined) await this.remove(this.#begun)
  }

  override async getUpload(uploadId: string): Promise<Upload> {
    const row = await this.#find(uploadId)
    // Also what a crash left: every byte there, and nobody had written that down.
    const offset = await finishUpload({ ctx: this.#ctx, input: row })
    return new Upload({ id: uploadId, size: row.byteLength, offset })
  }

  override async write(chunks: Readable, uploadId: string, offset: number): Promise<number> {
    const ctx = this.#ctx
    const row = await this.#find(uploadId)
    if (offset === row.byteLength) return offset
    await assertRoom(ctx, row.byteLength - offset)
    await prolongUpload({ ctx, input: { uploadId } })
    try {
      const path = stagedPath(ctx.env.media.folder, uploadId)
      const length = await appendStaged({
        ...{ path, offset, chunks, mayWrite: this.#mayWrite },
        assertRoom: () => assertRoom(ctx, 0),
      })
      await finishUpload({ ctx, input: row })
      return length
    } catch (error) {
      throw isFull(error) ? noRoom(error) : error
    } finally {
      // Also what came before the line broke.
      const amount = (await stagedLength(stagedPath(ctx.env.media.folder, uploadId))) - offset
      await chargeBudget({ ctx, input: { wallet: this.#owner, budget: 'bytes', amount } })
      this.expiresAt = await prolongUpload({ ctx, input: { uploadId } })
    }
  }

  override async remove(uploadId: string): Promise<void> {
    await discardUpload({ ctx: this.#ctx, input: { uploadId, owner: this.#owner } })
  }

  async #find(uploadId: string) {
    const row = await findUpload({ ctx: this.#ctx, input: { uploadId, owner: this.#owner } })
    this.expiresAt = row.state === 'submitted' ? undefined : row.expiresAt
    return row
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

function noRoom(cause: unknown): CairnError {
  return new CairnError(
    'unavailable',
    'There is no room for the rest of this file just now. What was kept of it stays: go on with it later.',
    { retryAfterSeconds: 600, cause },
  )
}
