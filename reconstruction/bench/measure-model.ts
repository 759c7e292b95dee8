import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { NodeIO, type Primitive } from '@gltf-transform/core'
import { KHRMaterialsUnlit } from '@gltf-transform/extensions'
import { createRandom } from '../../bench/spatial/random.ts'
import { dot, multiply, subtract, transform, type Vector } from '../geometry.ts'
import { align, apply, turnBetween } from './align.ts'
import { type GroundTruth, standOf, trianglesOf } from './ground-truth.ts'
import { measurePieces, type Pieces } from './measure-pieces.ts'
import { measureSeams, type Seams } from './measure-seams.ts'
import { areaOf, createSurface, samplePoints, type Triangle } from './surface.ts'

/** Millimetres, degrees, and shares of one. */
export type Quality = {
  frames: number
  registered: number
  camera: { meanMm: number; maxMm: number; meanDegrees: number; maxDegrees: number }
  focal: { found: number; true: number }
  surface: { medianMm: number; within2cm: number; within5cm: number }
  found: { within5cm: number; byPart: Record<string, number> }
  pieces: Pieces
  /** Between the model's up and the true one. */
  levelDegrees: number
  seams: Seams
  triangles: number
  megabytes: { glb: number; preview: number }
}

type Transforms = {
  w: number
  h: number
  fl_x: number
  frames: { file_path: string; seconds: number; transform_matrix: number[][] }[]
}

const sampleCount = 100_000
const cellMetres = 0.1
/** Larger distances count as this one. */
const farthestMetres = 0.5

/** Compares an engine's output with the true scene, after the similarity transform that fits the cameras best. */
export async function measureModel(out: string, truth: GroundTruth): Promise<Quality> {
  const transforms = JSON.parse(readFileSync(join(out, 'package/transforms.json'), 'utf8')) as Transforms
  const { figures } = JSON.parse(readFileSync(join(out, 'engine.json'), 'utf8')) as {
    figures: { frames: number; registered: number }
  }
  const pairs = transforms.frames.map(({ seconds, transform_matrix }) => ({
    found: standOf(transform_matrix),
    true: truth.stands[Math.round(seconds * truth.framesPerSecond)]!,
  }))
  const toTruth = align(
    pairs.map((pair) => pair.found.centre),
    pairs.map((pair) => pair.true.centre),
  )
  const offsets = pairs.map((pair) =>
    Math.hypot(...subtract(apply(toTruth, pair.found.centre), pair.true.centre)),
  )
  const turns = pairs.map((pair) => turnBetween(multiply(toTruth.rotation, pair.found.axes), pair.true.axes))

  const primitives = await readPrimitives(join(out, 'model.glb'))
  const model = trianglesIn(primitives).map(
    (triangle) => triangle.map((corner) => apply(toTruth, corner)) as unknown as Triangle,
  )
  const { surface, found, pieces } = measureSurface(model, truth)
  return {
    frames: figures.frames,
    registered: figures.registered,
    camera: {
      meanMm: 1000 * mean(offsets),
      maxMm: 1000 * Math.max(...offsets),
      meanDegrees: mean(turns),
      maxDegrees: Math.max(...turns),
    },
    focal: { found: transforms.fl_x, true: truth.relativeFocal * Math.max(transforms.w, transforms.h) },
    surface,
    found,
    pieces,
    levelDegrees: degreesBetween(transform(toTruth.rotation, [0, 1, 0]), [0, 1, 0]),
    seams: await measureSeams(primitives[0]!),
    triangles: model.length,
    megabytes: { glb: megabytes(join(out, 'model.glb')), preview: megabytes(join(out, 'preview.glb')) },
  }
}

/** Compares triangles in metres with the true surface. */
function measureSurface(
  model: Triangle[],
  truth: GroundTruth,
): Pick<Quality, 'surface' | 'found' | 'pieces'> {
  const random = createRandom(1)
  const trueSurface = createSurface(
    truth.surface.map(({ triangle }) => triangle),
    cellMetres,
    farthestMetres,
  )
  const errors = samplePoints(model, sampleCount, random).map(trueSurface.distanceTo)
  return {
    surface: {
      medianMm: 1000 * errors.toSorted((one, other) => one - other)[errors.length >> 1]!,
      within2cm: shareWithin(errors, 0.02),
      within5cm: shareWithin(errors, 0.05),
    },
    found: measureFound(model, truth, random),
    pieces: measurePieces(model, trueSurface),
  }
}

/** How much of what the film shows is in the model. */
function measureFound(model: Triangle[], truth: GroundTruth, random: ReturnType<typeof createRandom>) {
  const surface = createSurface(model, cellMetres, farthestMetres)
  const names = [...new Set(truth.surface.map(({ name }) => name))]
  const parts = names.map((name) => {
    const triangles = truth.surface.filter((each) => each.name === name).map(({ triangle }) => triangle)
    const share = areaSum(triangles) / areaSum(truth.surface.map(({ triangle }) => triangle))
    const shown = samplePoints(triangles, Math.round(sampleCount * share), random).filter((point) =>
      truth.isFilmed(name, point),
    )
    return { name, distances: shown.map(surface.distanceTo) }
  })
  return {
    within5cm: shareWithin(
      parts.flatMap(({ distances }) => distances),
      0.05,
    ),
    byPart: Object.fromEntries(parts.map(({ name, distances }) => [name, shareWithin(distances, 0.05)])),
  }
}

async function readPrimitives(path: string): Promise<Primitive[]> {
  const document = await new NodeIO().registerExtensions([KHRMaterialsUnlit]).read(path)
  return document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())
}

function trianglesIn(primitives: readonly Primitive[]): Triangle[] {
  return primitives.flatMap((primitive) =>
    trianglesOf(primitive.getAttribute('POSITION')!.getArray()!, primitive.getIndices()!.getArray()!),
  )
}

function areaSum(triangles: readonly Triangle[]): number {
  return triangles.reduce((sum, triangle) => sum + areaOf(triangle), 0)
}

function shareWithin(distances: readonly number[], metres: number): number {
  return distances.filter((distance) => distance < metres).length / distances.length
}

function degreesBetween(one: Vector, other: Vector): number {
  return (180 / Math.PI) * Math.acos(Math.min(1, dot(one, other)))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function megabytes(path: string): number {
  return statSync(path).size / 1e6
}
