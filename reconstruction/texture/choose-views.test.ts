import { describe, expect, test } from 'vitest'
import type { Lens, Pose } from '../geometry.ts'
import { type Mesh, trianglesAcross } from '../surface/mesh.ts'
import { chooseViews, connectedCharts } from './choose-views.ts'
import { colourUnseen } from './colour-unseen.ts'
import { scoreView } from './score-view.ts'
import type { ViewScores } from './view-scores.ts'

const lens: Lens = { width: 100, height: 80, focalX: 80, focalY: 80, centreX: 49.5, centreY: 39.5 }
const ahead: Pose = { rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], translation: [0, 0, 0] }
const behind: Pose = { rotation: [-1, 0, 0, 0, 1, 0, 0, 0, -1], translation: [0, 0, 8] }

function score(mesh: Mesh, pose: Pose): { scores: Float32Array; samples: Uint8Array } {
  const triangles = mesh.indices.length / 3
  const scores = new Float32Array(triangles)
  const samples = new Uint8Array(3 * triangles)
  const colour = new Uint8Array(lens.width * lens.height * 3).fill(77)
  scoreView({ mesh, pose, lens, colour, scores, samples })
  return { scores, samples }
}

describe('how well a view shows a triangle', () => {
  test('is its area in pixels from the front, and 0 from behind', () => {
    const wall = grid(4, 1, -0.5, -0.5)
    const seen = score(wall, ahead)
    // Sides of a quarter at depth 4 are 5 pixels long. The outermost triangles lie at the outline.
    const inner = 12
    expect(seen.scores[inner]).toBeCloseTo(12.5, 3)
    expect([...seen.samples.subarray(3 * inner, 3 * inner + 3)]).toEqual([77, 77, 77])
    expect(seen.scores[0]!).toBeGreaterThan(0)
    expect(seen.scores[0]!).toBeLessThan(2)
    expect(score(wall, behind).scores).toEqual(new Float32Array(32))
  })

  test('is 0 behind another surface and beyond the picture', () => {
    const hidden = join(grid(4, 1, -0.5, -0.5), grid(3, 3, -2, -2, 4))
    const { scores } = score(hidden, ahead)
    expect(scores.subarray(0, 32)).toEqual(new Float32Array(32))
    expect(Math.max(...scores.subarray(32))).toBeGreaterThan(0)
    expect(score(grid(4, 40, -20, -20), ahead).scores).toEqual(new Float32Array(32))
  })
})

describe('the chosen views', () => {
  const mesh = grid(20, 1, 0, 0)
  const triangles = mesh.indices.length / 3
  const views = (show: (view: number, triangle: number) => number, count = 3): ViewScores => {
    const scores = Float32Array.from({ length: count * triangles }, (_, at) =>
      show(Math.floor(at / triangles), at % triangles),
    )
    const samples = new Uint8Array(3 * count * triangles)
    for (let view = 0; view < count; view++)
      samples.fill(50 * (view + 1), 3 * view * triangles, 3 * (view + 1) * triangles)
    return { views: count, triangles, scores, samples }
  }

  test('form few patches, where the best view of each triangle would form many', () => {
    const noisy = views((view, triangle) => 1 + 0.2 * ((view * 7 + triangle * 3) % 5))
    const best = Int16Array.from({ length: triangles }, (_, triangle) =>
      [0, 1, 2].reduce((a, b) =>
        noisy.scores[b * triangles + triangle]! > noisy.scores[a * triangles + triangle]! ? b : a,
      ),
    )
    const across = trianglesAcross(mesh)
    expect(connectedCharts(best, across).length).toBeGreaterThan(300)
    expect(connectedCharts(chooseViews(mesh, noisy), across).length).toBeLessThan(20)
  })

  test('all show their triangle', () => {
    const { scores, ...rest } = views((view, triangle) => ((view * 11 + triangle * 5) % 4 === 0 ? 0 : 1))
    chooseViews(mesh, { scores, ...rest }).forEach((view, triangle) => {
      expect(scores[view * triangles + triangle]).toBe(1)
    })
  })

  test('are missing for a triangle that no view shows, which takes the colour around it', () => {
    const gap = [100, 101, 102]
    const all = views((view, triangle) => (gap.includes(triangle) ? 0 : view === 1 ? 2 : 0.1))
    const chosen = chooseViews(mesh, all)
    expect([...chosen.keys()].filter((triangle) => chosen[triangle] === -1)).toEqual(gap)
    const swatches = colourUnseen(mesh, chosen, all, new Float64Array(9).fill(1))
    expect(swatches).toEqual([{ colour: [104, 104, 104], triangles: expect.arrayContaining(gap) }])
  })
})

/** A square of side * side pairs of triangles at a depth, facing the camera ahead of it. */
function grid(side: number, size: number, left: number, top: number, depth = 4): Mesh {
  const positions: number[] = []
  const indices: number[] = []
  for (let y = 0; y <= side; y++)
    for (let x = 0; x <= side; x++) {
      positions.push(left + (x * size) / side, top + (y * size) / side, depth)
      if (x === side || y === side) continue
      const at = y * (side + 1) + x
      indices.push(at, at + side + 2, at + 1, at, at + side + 1, at + side + 2)
    }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

/** The second mesh is brought to half its depth, before the first. */
function join(a: Mesh, b: Mesh): Mesh {
  const shift = a.positions.length / 3
  return {
    positions: Float32Array.from([...a.positions, ...b.positions.map((value) => value / 2)]),
    indices: Uint32Array.from([...a.indices, ...b.indices.map((vertex) => vertex + shift)]),
  }
}
