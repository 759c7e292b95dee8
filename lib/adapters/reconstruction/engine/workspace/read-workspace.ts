import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseWorkspace, type Workspace, WorkspaceBroken } from './parse-workspace.ts'

/**
 * Reads `sparse/{cameras,images,points3D}.txt` of an undistorted COLMAP workspace.
 *
 * @throws WorkspaceBroken when a file is missing or makes no sense
 */
export async function readWorkspace(folder: string): Promise<Workspace> {
  const read = (name: string) =>
    readFile(join(folder, 'sparse', name), 'utf8').catch((cause: unknown) => {
      throw new WorkspaceBroken(`sparse/${name} cannot be read`, { cause })
    })
  const [cameras, images, points] = await Promise.all([
    read('cameras.txt'),
    read('images.txt'),
    read('points3D.txt'),
  ])
  return parseWorkspace({ cameras, images, points })
}
