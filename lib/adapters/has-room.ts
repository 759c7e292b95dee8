import 'server-only'
import { mkdir, statfs } from 'node:fs/promises'

/** Left to everything else that lives on the volume: a full one stops the database before it stops uploads. */
const reserveBytes = 2 ** 30

/** Whether a folder's volume can take this many bytes more and keep a reserve of 1 GiB. */
export async function hasRoom(args: { folder: string; bytes: number }): Promise<boolean> {
  await mkdir(args.folder, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(args.folder)
  return bavail * bsize - args.bytes >= reserveBytes
}
