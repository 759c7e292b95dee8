import { type Mesh, trianglesAcross } from '../surface/mesh.ts'
import { regionsOf } from './regions.ts'
import type { ViewScores } from './view-scores.ts'

/** A region's view replaces the best view of a triangle if its score there is at least this share of the best. */
const worthKeeping = 0.25
/** Worth of one neighbour with the same view; a triangle's best view is worth 1. */
const neighbourWorth = 1.5
const mostRounds = 20
/** Smaller charts are merged into their neighbours, if those show the triangles. */
const smallChart = 24
const mergeRounds = 6

/**
 * The view that gives each triangle its colour, i16[triangles], -1 if no view shows it. Views with high scores are chosen, and
 * equal views for neighbours, so that there are few seams: first one view for each region, then iterated conditional modes
 * (Besag 1986) on the triangles, then the smallest charts are merged into their neighbours.
 */
export function chooseViews(mesh: Mesh, viewScores: ViewScores): Int16Array {
  const { views, triangles, scores } = viewScores
  const across = trianglesAcross(mesh)
  const chosen = new Int16Array(triangles).fill(-1)
  const best = new Float32Array(triangles)
  for (let view = 0; view < views; view++)
    for (let triangle = 0; triangle < triangles; triangle++) {
      const score = scores[view * triangles + triangle]!
      if (score > best[triangle]!) {
        best[triangle] = score
        chosen[triangle] = view
      }
    }
  const worth = (triangle: number, view: number) => scores[view * triangles + triangle]! / best[triangle]!
  startByRegion(mesh, viewScores, (triangle, view) => {
    if (chosen[triangle] !== -1 && worth(triangle, view) > worthKeeping) chosen[triangle] = view
  })
  for (let round = 0; round < mostRounds; round++) if (!smoothOnce(chosen, across, worth)) break
  for (let round = 0; round < mergeRounds; round++) if (!mergeSmallCharts(chosen, across, worth)) break
  return chosen
}

function startByRegion(
  mesh: Mesh,
  { views, triangles, scores }: ViewScores,
  propose: (triangle: number, view: number) => void,
): void {
  const { regions, count } = regionsOf(mesh)
  const best = new Float32Array(count)
  const bestView = new Int16Array(count).fill(-1)
  const totals = new Float32Array(count)
  for (let view = 0; view < views; view++) {
    totals.fill(0)
    for (let triangle = 0; triangle < triangles; triangle++)
      totals[regions[triangle]!]! += scores[view * triangles + triangle]!
    totals.forEach((total, region) => {
      if (total > best[region]!) {
        best[region] = total
        bestView[region] = view
      }
    })
  }
  for (let triangle = 0; triangle < triangles; triangle++) {
    const view = bestView[regions[triangle]!]!
    if (view !== -1) propose(triangle, view)
  }
}

/** Gives each triangle the view of a neighbour where that is worth more. @returns true if any changed */
function smoothOnce(
  chosen: Int16Array,
  across: Int32Array,
  worth: (triangle: number, view: number) => number,
): boolean {
  let changed = false
  for (let triangle = 0; triangle < chosen.length; triangle++) {
    const own = chosen[triangle]!
    if (own === -1) continue
    const around = viewsAround(chosen, across, triangle)
    const value = (view: number) =>
      worth(triangle, view) + neighbourWorth * around.filter((other) => other === view).length
    let best = own
    let bestValue = value(own)
    for (const view of around)
      if (view !== own && worth(triangle, view) > worthKeeping && value(view) > bestValue) {
        best = view
        bestValue = value(view)
      }
    if (best !== own) {
      chosen[triangle] = best
      changed = true
    }
  }
  return changed
}

/** Gives the triangles of small charts to the neighbouring view that shows all of them best. @returns true if any changed */
function mergeSmallCharts(
  chosen: Int16Array,
  across: Int32Array,
  worth: (triangle: number, view: number) => number,
): boolean {
  let changed = false
  for (const chart of connectedCharts(chosen, across)) {
    if (chart.length >= smallChart) continue
    const own = chosen[chart[0]!]!
    const borders = new Map<number, number>()
    for (const triangle of chart)
      for (const view of viewsAround(chosen, across, triangle))
        if (view !== own) borders.set(view, (borders.get(view) ?? 0) + 1)
    const [next] = [...borders]
      .filter(([view]) => chart.every((triangle) => worth(triangle, view) > worthKeeping))
      .sort(([a, shared], [b, other]) => other - shared || a - b)
    if (!next) continue
    for (const triangle of chart) chosen[triangle] = next[0]
    changed = true
  }
  return changed
}

/** The triangles of each connected patch of one view, the patches in the order of their first triangle. */
export function connectedCharts(chosen: Int16Array, across: Int32Array): number[][] {
  const seen = new Uint8Array(chosen.length)
  const charts: number[][] = []
  for (let start = 0; start < chosen.length; start++) {
    if (seen[start] || chosen[start] === -1) continue
    const chart = [start]
    seen[start] = 1
    for (let k = 0; k < chart.length; k++)
      for (let edge = 3 * chart[k]!; edge < 3 * chart[k]! + 3; edge++) {
        const other = across[edge]!
        if (other === -1 || seen[other] || chosen[other] !== chosen[start]) continue
        seen[other] = 1
        chart.push(other)
      }
    charts.push(chart)
  }
  return charts
}

function viewsAround(chosen: Int16Array, across: Int32Array, triangle: number): number[] {
  const views: number[] = []
  for (let edge = 3 * triangle; edge < 3 * triangle + 3; edge++) {
    const other = across[edge]!
    if (other !== -1 && chosen[other] !== -1) views.push(chosen[other]!)
  }
  return views
}
