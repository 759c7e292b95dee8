import type { ModelViewerElement } from '@google/model-viewer'
import type { Mesh, Object3D } from 'three'
import type { CameraPath } from './camera-path.ts'
import { firstView } from './first-view.ts'
import { narrowedShare, type StartView, startView } from './start-view.ts'

// Reads the shape of a loaded model from the viewer, and moves the viewer's camera.

/** More points do not change the view. */
const maxPoints = 4_000
const widerShare = 1.15

type Scene = { idealAspect: number; target: Object3D }

/**
 * Calculates the first view of the loaded model. Returns `undefined` if the points of the model cannot be read; the viewer then chooses its own view.
 *
 * @param box the element that contains the viewer
 */
export function viewOf(
  element: ModelViewerElement,
  box: { clientWidth: number; clientHeight: number },
  path: CameraPath | undefined,
): StartView | undefined {
  const scene = sceneOf(element)
  if (!scene || box.clientWidth === 0 || box.clientHeight === 0) return undefined
  const aspect = box.clientWidth / box.clientHeight
  const view = startView({ points: pointsOf(scene), path, aspect })
  if (!view) return undefined
  // In a window narrower than the whole model, the viewer widens each field of view by this factor.
  const widened = Math.max(1, scene.idealAspect / aspect)
  const tangent =
    Math.tan((view.fieldOfViewDegrees * Math.PI) / 360) / (Number.isFinite(widened) ? widened : 1)
  return { ...view, fieldOfViewDegrees: (Math.atan(tangent) * 360) / Math.PI }
}

/** Moves the camera of the viewer. @param view `undefined`: the frame that the viewer chooses */
export async function showView(
  element: ModelViewerElement,
  view: StartView | undefined,
  { jumps }: { jumps: boolean },
): Promise<void> {
  // The viewer applies limits after positions, so the position would be moved to within the old limits.
  Object.assign(element, view ? limitsOf(view) : { ...openLimits, ...firstView(element).limits })
  await element.updateComplete
  Object.assign(
    element,
    view
      ? {
          cameraTarget: view.target.map((value) => `${value}m`).join(' '),
          cameraOrbit: `${view.theta}rad ${view.phi}rad ${view.radius}m`,
          fieldOfView: `${view.fieldOfViewDegrees}deg`,
        }
      : { cameraOrbit: firstView(element).orbit, cameraTarget: 'auto auto auto', fieldOfView: 'auto' },
  )
  element.resetTurntableRotation()
  await element.updateComplete
  if (jumps) element.jumpCameraToGoal()
}

/** Limits that no view needs. */
export const openLimits = { minCameraOrbit: 'auto 0deg 0m', minFieldOfView: '10deg' }

function limitsOf({ minRadius, maxRadius, fieldOfViewDegrees: degrees }: StartView) {
  return {
    minCameraOrbit: `auto 0deg ${minRadius}m`,
    maxCameraOrbit: `auto 180deg ${maxRadius}m`,
    minFieldOfView: `${degrees * narrowedShare}deg`,
    maxFieldOfView: `${degrees * widerShare}deg`,
  }
}

/** The viewer has no public way to its scene, whose name is that of a symbol. */
function sceneOf(element: ModelViewerElement): Scene | undefined {
  for (let owner: object | null = element; owner; owner = Object.getPrototypeOf(owner)) {
    const key = Object.getOwnPropertySymbols(owner).find(({ description }) => description === 'scene')
    if (key) return (element as unknown as Record<symbol, Scene | undefined>)[key]
  }
  return undefined
}

function pointsOf({ target }: Scene): number[] {
  const meshes: Mesh[] = []
  target?.traverse((each) => {
    if ('isMesh' in each) meshes.push(each as Mesh)
  })
  const counts = meshes.map(({ geometry }) => geometry.getAttribute('position')?.count ?? 0)
  const every = Math.max(1, Math.ceil(counts.reduce((sum, count) => sum + count, 0) / maxPoints))
  return meshes.flatMap((mesh, order) => {
    const positions = mesh.geometry.getAttribute('position')
    const points: number[] = []
    for (let at = 0; at < counts[order]!; at += every) {
      const point = mesh.position.clone().fromBufferAttribute(positions, at)
      points.push(...target.worldToLocal(mesh.localToWorld(point)))
    }
    return points
  })
}
