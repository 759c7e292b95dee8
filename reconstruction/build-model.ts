import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readWorkspace } from './colmap/workspace.ts'
import { computeDepthMaps } from './depth/compute-depth-maps.ts'
import { loadPictures } from './depth/load-pictures.ts'
import type { Pose } from './geometry.ts'
import { movePositions, orientModel } from './gltf/orient.ts'
import { writeModel, writePreview } from './gltf/write-glb.ts'
import { defaultSettings, type ModelSettings } from './model-settings.ts'
import { buildSurface } from './surface/build-surface.ts'
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
  /** Wall seconds of each stage. */
  timings: Record<string, number>
}

/**
 * Builds a textured mesh from pictures whose cameras are known.
 *
 * @param dense an undistorted COLMAP workspace: images/ and sparse/{cameras,images,points3D}.txt
 * @param out a folder, made if missing, for model.glb and preview.glb
 * @throws InvalidModel when the workspace cannot be read
 * @throws FilmRefused when the pictures agree on no surface
 */
export async function buildModel(options: {
  dense: string
  out: string
  settings?: Partial<ModelSettings>
  threads: number
  onProgress: (progress: { stage: 'depth' | 'mesh' | 'texture'; fraction: number }) => void
}): Promise<ModelFiles> {
  const { dense, out, threads, onProgress } = options
  const settings = { ...defaultSettings, ...options.settings }
  const timings: Record<string, number> = {}
  const during = async <Result>(
    stage: 'depth' | 'mesh' | 'texture',
    work: (onProgress: (fraction: number) => void) => Promise<Result>,
  ): Promise<Result> => {
    const start = performance.now()
    onProgress({ stage, fraction: 0 })
    const result = await work((fraction) => onProgress({ stage, fraction }))
    timings[stage] = Math.round(performance.now() - start) / 1000
    return result
  }

  const workspace = await readWorkspace(dense)
  const poses = workspace.images.map((image) => image.pose)
  const { pictures, depths } = await during('depth', async (onProgress) => {
    const pictures = await loadPictures(dense, workspace, settings.depthSize)
    return {
      pictures,
      depths: await computeDepthMaps({ workspace, pictures, settings, threads, onProgress }),
    }
  })
  const { mesh, voxel } = await during('mesh', (onProgress) => {
    const views = poses.flatMap((pose, view) => {
      const map = depths[view]
      return map ? [{ pose, depths: map }] : []
    })
    return buildSurface({ views, lens: pictures.lens, settings, threads, onProgress })
  })
  return during('texture', async (onProgress) => {
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
    const toModel = orientModel(poses, textured.positions)
    const model = { ...textured, positions: movePositions(textured.positions, toModel) }
    await mkdir(out, { recursive: true })
    const [glb, preview] = [join(out, 'model.glb'), join(out, 'preview.glb')]
    await writeModel(glb, model)
    await writePreview(preview, model, settings.previewTextureSize)
    onProgress(1)
    return {
      glb,
      preview,
      triangles: model.indices.length / 3,
      textureSize: model.size,
      charts: model.charts,
      toModel,
      settings: { ...settings, voxel },
      timings,
    }
  })
}
