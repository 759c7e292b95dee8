import 'server-only'
import type { Readable } from 'node:stream'
import { DataStore, Upload } from '@tus/server'
import type { Context } from '#lib/adapters/context'
import { appendStaged, stagedLength, stagedPath } from '#lib/adapters/uploads/staged-file'
import { CairnError } from '#lib/domain/errors'
import type { TusRequest } from '#lib/http/uploads/tus-request'
import { chargeBudget } from '#lib/services/limits/charge-budget'
import { assertRoom, beginUpload } from '#lib/services/uploads/begin-upload'
import { discardUpload } from '#lib/services/uploads/discard-upload'
import { findUpload } from '#lib/services/uploads/find-upload'
import { finishUpload } from '#lib/services/uploads/finish-upload'
import { prolongUpload } from '#lib/services/uploads/prolong-upload'

type StoreContext = Pick<Context, 'env' | 'db'>

/**
 * The store of the tus server, for one wallet and one request: rows list the uploads, and the staged file has their offset. Only
 * the length of a client's metadata is stored.
 *
 * Expiry is in the row, in service time. The server's own expiry uses real time and the creation date, so it is not configured.
 */
export class UploadStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination']
  /** The expiry of the upload of the request, until it is submitted. */
  expiresAt: Date | undefined
  readonly #ctx: StoreContext
  readonly #owner: string
  readonly #mayWrite: () => boolean
  #begun: string | undefined

  /** @param options.mayWrite true while this request holds the lock of its upload */
  constructor(options: { ctx: StoreContext; owner: string; mayWrite: () => boolean }) {
    super()
    this.#ctx = options.ctx
    this.#owner = options.owner
    this.#mayWrite = options.mayWrite
  }

  /** Does nothing: the row was created when the server asked for a name. */
  override async create(file: Upload): Promise<Upload> {
    return file
  }

  async begin({ byteLength, sha256 }: Pick<TusRequest, 'byteLength' | 'sha256'>): Promise<string> {
    const input = { owner: this.#owner, byteLength: byteLength!, sha256 }
    const row = await beginUpload({ ctx: this.#ctx, input })
    this.expiresAt = row.expiresAt
    this.#begun = row.uploadId
    return row.uploadId
  }

  /** Deletes the upload that this request began, because its sender never learned its address. */
  async abandon(): Promise<void> {
    if (this.#begun !== undefined) await this.remove(this.#begun)
  }

  override async getUpload(uploadId: string): Promise<Upload> {
    const row = await this.#find(uploadId)
    // Also completes an upload whose last byte arrived before a crash, and was not recorded.
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
        path,
        offset,
        chunks,
        mayWrite: this.#mayWrite,
        assertRoom: () => assertRoom(ctx, 0),
      })
      await finishUpload({ ctx, input: row })
      return length
    } catch (error) {
      throw isFull(error) ? noRoom(error) : error
    } finally {
      // Bytes that arrived before a connection broke count too.
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
    'The storage has no room for the rest of this file at the moment. The part that was stored remains: continue later.',
    { retryAfterSeconds: 600, cause },
  )
}
