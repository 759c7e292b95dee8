import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SimpleRadialLens, SparseModel } from './colmap/sparse-model.ts'
import type { Frame } from './frames/take-frames.ts'
import { cameraCentre, multiply, type Pose, transform, transpose, type Vector } from './geometry.ts'

const readme = `What is in this archive

model.glb        The place as a textured 3D model (glTF 2.0). It opens in any 3D viewer.
frames/          The pictures of the film that it was made from.
transforms.json  Where the camera stood for each of them, and its lens, in the form of Nerfstudio: tools that
                 train radiance fields and Gaussian splats read this folder as it is.
points.ply       The points that the cameras were found by, with their colours.
manifest.json    Which capture this was made from, by which tools with which settings, and the sha256 and the
                 length of every other file. The sha256 of the manifest itself is attested.

All of it is in one space: x right, y up, z towards the viewer, as glTF has it. Up is the mean up of the camera.
A film alone does not tell how large things are: one unit is no metre. Measure one length to scale it.
`

/** Flips the camera's axes from COLMAP's (x right, y down, z ahead) to OpenGL's (x right, y up, z back). */
const toOpenGl = [1, 0, 0, 0, -1, 0, 0, 0, -1] as const

/**
 * Writes to `out/package/` the files that are delivered with the model, in its coordinate system.
 *
 * @param toModel transforms COLMAP's world coordinates into that system
 */
export async function packageModel(request: {
  /** Folder with the frames. */
  images: string
  out: string
  frames: readonly Frame[]
  model: SparseModel
  toModel: Pose
}): Promise<void> {
  const { images, out, frames, model, toModel } = request
  const target = join(out, 'package')
  await mkdir(join(target, 'frames'), { recursive: true })
  for (const { name } of model.images) await cp(join(images, name), join(target, 'frames', name))
  await writeFile(join(target, 'transforms.json'), transformsJson(model, frames, toModel))
  await writeFile(join(target, 'points.ply'), pointsPly(model.points, toModel))
  await writeFile(join(target, 'README.txt'), readme)
}

/** https://docs.nerf.studio/quickstart/data_conventions.html: camera to world, row by row; pixels. */
export function transformsJson(model: SparseModel, frames: readonly Frame[], toModel: Pose): string {
  const seconds = new Map(frames.map((frame) => [frame.name, frame.seconds]))
  const described = {
    ...lensOf(model.lens),
    ply_file_path: 'points.ply',
    frames: model.images.map(({ name, pose }) => ({
      file_path: `frames/${name}`,
      seconds: seconds.get(name),
      transform_matrix: cameraToWorld(pose, toModel),
    })),
  }
  return `${JSON.stringify(described, null, 1)}\n`
}

/** COLMAP's SIMPLE_RADIAL is OpenCV's model with only the first coefficient. */
function lensOf(lens: SimpleRadialLens) {
  const { width: w, height: h, focal, centreX: cx, centreY: cy, radial: k1 } = lens
  return { camera_model: 'OPENCV', w, h, fl_x: focal, fl_y: focal, cx, cy, k1, k2: 0, p1: 0, p2: 0 }
}

/** A 4×4 matrix of the camera's axes and position. */
export function cameraToWorld(pose: Pose, toModel: Pose): number[][] {
  const turned = multiply(multiply(toModel.rotation, transpose(pose.rotation)), toOpenGl)
  const centre = place(cameraCentre(pose), toModel)
  return [
    [turned[0], turned[1], turned[2], centre[0]],
    [turned[3], turned[4], turned[5], centre[1]],
    [turned[6], turned[7], turned[8], centre[2]],
    [0, 0, 0, 1],
  ]
}

function pointsPly(points: SparseModel['points'], toModel: Pose): Buffer {
  const properties = ['float x', 'float y', 'float z', 'uchar red', 'uchar green', 'uchar blue']
  const header = [
    ...['ply', 'format binary_little_endian 1.0', `element vertex ${points.size}`],
    ...[...properties.map((property) => `property ${property}`), 'end_header', ''],
  ].join('\n')
  const pointBytes = 15
  const body = Buffer.alloc(points.size * pointBytes)
  let at = 0
  for (const { position, color } of points.values()) {
    place(position, toModel).forEach((value, axis) => {
      body.writeFloatLE(value, at + 4 * axis)
    })
    color.forEach((value, channel) => {
      body.writeUInt8(value, at + 12 + channel)
    })
    at += pointBytes
  }
  return Buffer.concat([Buffer.from(header, 'latin1'), body])
}

function place(point: Vector, { rotation, translation }: Pose): Vector {
  const [x, y, z] = transform(rotation, point)
  return [x + translation[0], y + translation[1], z + translation[2]]
}
