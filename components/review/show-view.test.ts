import type { ModelViewerElement } from '@google/model-viewer'
import { BufferAttribute, BufferGeometry, Mesh, Object3D } from 'three'
import { expect, test } from 'vitest'
import { showView, viewOf } from './show-view.ts'

const scene = Symbol('scene')
/** A viewer whose scene has a mesh of a wall, moved by 100 along x within the model. */
function fakeViewer({ idealAspect = 1 } = {}) {
  const target = new Object3D()
  // The viewer moves the model, so that its target is in the middle.
  target.position.set(7, 7, 7)
  const corners = Float32Array.from({ length: 300 }, (_, at) => ((at % 3 === 2 ? 0 : at) % 20) / 10)
  const mesh = new Mesh(new BufferGeometry().setAttribute('position', new BufferAttribute(corners, 3)))
  mesh.position.set(100, 0, 0)
  target.add(mesh)
  const calls: string[] = []
  const element = {
    [scene]: { idealAspect, target },
    clientWidth: 800,
    clientHeight: 400,
    updateComplete: Promise.resolve(),
    resetTurntableRotation: () => calls.push('straight'),
    jumpCameraToGoal: () => calls.push('jump'),
  }
  return { element: element as unknown as ModelViewerElement, calls }
}
const box = { clientWidth: 800, clientHeight: 400 }

test('the shape is read in the coordinates of the model', () => {
  const { target } = viewOf(fakeViewer().element, box, undefined)!
  expect(target[0]).toBeGreaterThan(100)
  expect(target[0]).toBeLessThan(102)
  expect(target[2]).toBeCloseTo(0)
})

test('a field of view that the viewer would widen is given narrower', () => {
  const of = (idealAspect: number) =>
    viewOf(fakeViewer({ idealAspect }).element, box, undefined)!.fieldOfViewDegrees
  expect(of(2)).toBeCloseTo(45)
  expect(Math.tan((of(4) * Math.PI) / 360) * 2).toBeCloseTo(Math.tan((45 * Math.PI) / 360))
})

test('limits are set before the position, and without a shape the frame of the viewer remains', async () => {
  const { element, calls } = fakeViewer()
  await showView(element, viewOf(element, box, undefined), { jumps: true })
  expect(element.cameraOrbit).toMatch(/^0rad [\d.]+rad [\d.]+m$/)
  expect(element.minCameraOrbit).toMatch(/^auto 0deg [\d.]+m$/)
  expect(calls).toEqual(['straight', 'jump'])
  expect(viewOf({} as ModelViewerElement, box, undefined)).toBeUndefined()
  await showView(element, undefined, { jumps: false })
  expect(element).toMatchObject({ cameraOrbit: '0deg 70deg 60%', cameraTarget: 'auto auto auto' })
})
