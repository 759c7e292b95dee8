import 'server-only'
import { mkdir, statfs } from 'node:fs/promises'

/** Reserved for other data on the volume, because a full disk would stop the database. */
const reserveBytes = 2 ** 30

/** True if a folder's volume has space for this many bytes plus a reserve of 1 GiB. */
export async function hasRoom(args: { folder: string; bytes: number }): Promise<boolean> {
  await mkdir(args.folder, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(args.folder)
  return bavail * bsize - args.bytes >= reserveBytes
}
