import { dot, subtract, transform, transpose, type Vector } from '../../geometry.ts'
import type { GroundTruth, Stand } from '../ground-truth.ts'
import type { Triangle } from '../surface.ts'
import { castRay, type Hit } from './cast.ts'
import { boxes, roomHalf, roomHeight, shell } from './scene.ts'
import { walkRoom } from './walk.ts'

/** Pictures of the film, one for each frame of the model. */
export const roomFilm = { pictures: 60, framesPerSecond: 2.5, relativeFocal: 0.62 } as const
/** A point counts as filmed when this many pictures show it. */
const leastPictures = 2
/** Tolerance of the test whether something is in front of a point, as a share of its distance. */
const slack = 0.002

/** The true surface and cameras of the film. Only what the film shows is to be found. */
export function roomTruth({ width, height }: { width: number; height: number }): GroundTruth {
  const stands = walkRoom(roomFilm.pictures)
  const focal = roomFilm.relativeFocal * width
  const limits = { u: width / 2 / focal, v: height / 2 / focal }
  const { framesPerSecond, relativeFocal } = roomFilm
  return {
    stands,
    framesPerSecond,
    relativeFocal,
    surface: [
      ...facesOf([-roomHalf.x, 0, -roomHalf.z], [roomHalf.x, roomHeight, roomHalf.z]).map((face) => ({
        name: shell[face.side]!.name,
        triangles: face.triangles,
      })),
      ...boxes.flatMap(({ name, low, high }) =>
        facesOf(low, high).map(({ triangles }) => ({ name, triangles })),
      ),
    ].flatMap(({ name, triangles }) => triangles.map((triangle) => ({ name, triangle }))),
    isFilmed: (_, point) => stands.filter((stand) => shows(stand, point, limits)).length >= leastPictures,
  }
}

function shows(stand: Stand, point: Vector, limits: { u: number; v: number }): boolean {
  const along = subtract(point, stand.centre)
  const [x, y, z] = transform(transpose(stand.axes), along)
  if (z >= 0 || Math.abs(x / z) > limits.u || Math.abs(y / z) > limits.v) return false
  const hit: Hit = { box: 0, axis: 0, high: false, distance: 0 }
  const distance = Math.sqrt(dot(along, along))
  const direction = along.map((part) => part / distance) as unknown as Vector
  return castRay(stand.centre, direction, hit).distance >= distance * (1 - slack)
}

/** The six sides of a box, each as two triangles. */
function facesOf(low: Vector, high: Vector): { side: number; triangles: Triangle[] }[] {
  return [0, 1, 2, 3, 4, 5].map((side) => {
    const axis = side >> 1
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3]
    const corner = (alongU: boolean, alongV: boolean): Vector => {
      const point: [number, number, number] = [0, 0, 0]
      point[axis] = (side & 1 ? high : low)[axis]!
      point[u] = (alongU ? high : low)[u]!
      point[v] = (alongV ? high : low)[v]!
      return point
    }
    const [a, b, c, d] = [corner(false, false), corner(true, false), corner(true, true), corner(false, true)]
    return {
      side,
      triangles: [
        [a, b, c],
        [a, c, d],
      ],
    }
  })
}
