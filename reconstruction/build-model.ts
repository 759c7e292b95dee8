import { join } from 'node:path'
import type { Checkpoints } from './checkpoints/checkpoints.ts'
import { readWorkspace, type Workspace } from './colmap/workspace.ts'
import { chooseMatching } from './depth/choose-matching.ts'
import { computeDepthMaps } from './depth/compute-depth-maps.ts'
import { loadPictures, type Pictures, pictureLens } from './depth/load-pictures.ts'
import { type DepthMaps, readDepths, writeDepths } from './depth/stored-depths.ts'
import type { Pose } from './geometry.ts'
import { movePositions, orientModel } from './gltf/orient.ts'
import { writeModel, writePreview } from './gltf/write-glb.ts'
import type { ModelSettings } from './model-settings.ts'
import type { Stage } from './progress.ts'
import { buildSurface } from './surface/build-surface.ts'
import type { Mesh } from './surface/mesh.ts'
import { readMesh, writeMesh } from './surface/stored-mesh.ts'
import { buildTexture } from './texture/build-texture.ts'

export type ModelFiles = {
  /** Paths of model.glb and preview.glb. */
  glb: string
  preview: string
  triangles: number
  /** Side of the texture of model.glb, texels. */
  textureSize: number
  charts: number
  /** Transforms COLMAP's world coordinates, and so the cameras, into the model's. */
  toModel: Pose
  /** The settings, and values computed from them. */
  settings: Record<string, unknown>
}

type Request = {
  /** An undistorted COLMAP workspace: images/ and sparse/{cameras,images,points3D}.txt */
  dense: string
  settings: ModelSettings
  threads: number
  onProgress: (progress: { stage: Stage; fraction: number }) => void
}

/**
 * Builds a textured mesh from pictures whose cameras are known, in three stages.
 *
 * @throws InvalidModel when the workspace cannot be read
 * @throws FilmRefused when the pictures agree on no surface
 */
export async function buildModel(request: Request & { checkpoints: Checkpoints }): Promise<ModelFiles> {
  const { dense, settings, threads, checkpoints } = request
  const workspace = await readWorkspace(dense)
  const lens = pictureLens(workspace, settings.depthSize)
  const matching = chooseMatching(workspace)
  const poses = workspace.images.map((image) => image.pose)
  const during = (stage: Stage) => (fraction: number) => request.onProgress({ stage, fraction })
  // Pictures and results in memory are used again; a stage that an earlier run finished is read when the next one needs it.
  let pictures: Pictures | undefined
  const loaded = async () => (pictures ??= await loadPictures(dense, workspace, settings.depthSize))

  let depths: DepthMaps | undefined
  const depth = await checkpoints.run('depth', settings, async (folder) => {
    const onProgress = during('depth')
    const given = { workspace, matching, pictures: await loaded(), settings, threads, onProgress }
    depths = await computeDepthMaps(given)
    return writeDepths(folder, depths)
  })

  let mesh: Mesh | undefined
  const surface = await checkpoints.run('mesh', settings, async (folder) => {
    const maps = depths ?? (await readDepths(depth.folder, depth.result))
    const { greys } = await loaded()
    const views = poses.flatMap((pose, view) => {
      const map = maps[view]
      return map ? [{ pose, depths: map, grey: greys[view]! }] : []
    })
    const built = await buildSurface({ views, lens, matching, settings, threads, onProgress: during('mesh') })
    mesh = built.mesh
    await writeMesh(folder, mesh)
    return { voxel: built.voxel }
  })

  const texture = await checkpoints.run('texture', settings, async (folder) =>
    paint(request, {
      workspace,
      mesh: mesh ?? (await readMesh(surface.folder)),
      pictures: await loaded(),
      folder,
      onProgress: during('texture'),
    }),
  )
  return {
    ...texture.result,
    ...pathsIn(texture.folder),
    settings: { ...settings, matching, voxel: surface.result.voxel },
  }
}

async function paint(
  { dense, settings, threads }: Request,
  given: {
    workspace: Workspace
    mesh: Mesh
    pictures: Pictures
    folder: string
    onProgress: (fraction: number) => void
  },
): Promise<Pick<ModelFiles, 'triangles' | 'textureSize' | 'charts' | 'toModel'>> {
  const { workspace, mesh, pictures, folder, onProgress } = given
  const poses = workspace.images.map((image) => image.pose)
  const textured = await buildTexture({
    mesh,
    pictures,
    poses,
    lens: workspace.lens,
    paths: workspace.images.map((image) => join(dense, 'images', image.name)),
    settings,
    threads,
    onProgress: (fraction) => onProgress(fraction * 0.8),
  })
  const toModel = orientModel(poses, textured)
  const model = { ...textured, positions: movePositions(textured.positions, toModel) }
  const { glb, preview } = pathsIn(folder)
  await writeModel(glb, model)
  onProgress(0.9)
  await writePreview(preview, model, settings.previewTextureSize)
  return {
    triangles: model.indices.length / 3,
    textureSize: model.size,
    charts: model.charts,
    toModel,
  }
}

function pathsIn(folder: string): Pick<ModelFiles, 'glb' | 'preview'> {
  return { glb: join(folder, 'model.glb'), preview: join(folder, 'preview.glb') }
}
