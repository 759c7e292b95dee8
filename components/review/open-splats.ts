import { SparkRenderer, SplatFileType, SplatMesh } from '@sparkjsdev/spark'
import { Box3, PerspectiveCamera, Scene, Spherical, Vector3, WebGLRenderer } from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import { zoomWhenPressed } from './zoom-when-pressed.ts'

const fieldOfViewDegrees = 50
/** The first view is from the side of the film, like that of the surface: from slightly above. */
const firstTilt = (70 * Math.PI) / 180
/** A trained scene has some splats far outside of the place. The first view shows this share of the splats along each axis. */
const framedShare = 0.9
const nearestShare = 0.1
const sampledSplats = 20_000
const minSizeMetres = 0.1
/** Splats are rendered per pixel, so more of them make a phone slow. */
const maxPixelRatio = 2
/** A large file takes seconds. The library reports neither a worker that could not start nor one that crashed. */
const openWithinMs = 120_000
const freeWithinMs = 10_000
/** One press of a key turns the camera by this angle (radians), or changes its distance by this factor. */
const turn = Math.PI / 24
const step = 0.9
const turns: Readonly<Record<string, { turn?: number; tilt?: number; distance?: number }>> = {
  ArrowLeft: { turn: -turn },
  ArrowRight: { turn },
  ArrowUp: { tilt: -turn },
  ArrowDown: { tilt: turn },
  '+': { distance: step },
  '-': { distance: 1 / step },
}

/**
 * Shows a Gaussian splat in an element, to turn and to walk around by mouse, touch or keyboard, until the signal aborts.
 *
 * @param file an SPZ file; +Y is up
 * @returns a function that shows the first view again
 * @throws when the file cannot be read, or without WebGL 2
 */
export async function openSplats(
  box: HTMLElement,
  file: ArrayBuffer,
  signal: AbortSignal,
): Promise<() => void> {
  const renderer = new WebGLRenderer({ antialias: false, alpha: true })
  const canvas = renderer.domElement
  const camera = new PerspectiveCamera(fieldOfViewDegrees, 1)
  const controls = new OrbitControls(camera, canvas)
  // A worker of the library sorts the splats. When it is done, they are drawn in the new order.
  const spark = new SparkRenderer({ renderer, onDirty: draw })
  const splats = new SplatMesh({ fileBytes: file, fileType: SplatFileType.SPZ })
  const scene = new Scene().add(spark, splats)
  const resized = new ResizeObserver(fitBox)
  let frame = 0
  let isClosed = false
  signal.addEventListener('abort', close)
  try {
    await Promise.race([splats.initialized, failAfter(openWithinMs)])
    signal.throwIfAborted()
    fitBox()
    frameSplats(splats, camera, controls)
    canvas.tabIndex = 0
    canvas.setAttribute('role', 'img')
    canvas.setAttribute(
      'aria-label',
      'The place as a Gaussian splat. Drag or use the arrow keys to turn it, click and scroll or press + and - to come closer.',
    )
    // The ring is drawn inside: the frame would cut it off.
    canvas.className =
      'absolute inset-0 outline-none focus-visible:outline-3 focus-visible:-outline-offset-3 focus-visible:outline-lichen'
    // One finger still scrolls the page up and down.
    canvas.style.touchAction = 'pan-y'
    canvas.addEventListener('keydown', (event) => moveCamera(event, camera, controls))
    box.append(canvas)
    controls.addEventListener('change', draw)
    resized.observe(box)
    zoomWhenPressed(box, signal)
    return () => controls.reset()
  } catch (error) {
    close()
    throw error
  }

  /** Draws the next frame. A still picture is drawn only once, to spare a phone's battery. */
  function draw(): void {
    if (isClosed || frame !== 0) return
    frame = requestAnimationFrame(() => {
      frame = 0
      renderer.render(scene, camera)
    })
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    cancelAnimationFrame(frame)
    resized.disconnect()
    controls.dispose()
    canvas.remove()
    void free()
  }

  async function free(): Promise<void> {
    // A sort that is under way still needs the context. The workers that read files belong to the library, and stay until the page is left.
    const giveUpAt = performance.now() + freeWithinMs
    while (spark.sorting && performance.now() < giveUpAt)
      await new Promise((resolve) => setTimeout(resolve, 50))
    splats.dispose()
    spark.dispose()
    renderer.dispose()
    // A browser allows a page a few WebGL contexts. If old ones were kept, it would end one that is in use.
    renderer.forceContextLoss()
  }

  function fitBox(): void {
    const { clientWidth: width, clientHeight: height } = box
    if (width === 0 || height === 0) return
    renderer.setPixelRatio(Math.min(devicePixelRatio, maxPixelRatio))
    renderer.setSize(width, height)
    camera.aspect = width / height
    camera.updateProjectionMatrix()
    draw()
  }
}

/** Moves the camera to where it sees the place, leaving out the outermost splats. */
function frameSplats(splats: SplatMesh, camera: PerspectiveCamera, controls: OrbitControls): void {
  const { packedSplats } = splats
  if (!packedSplats) throw new Error('the splats were not read')
  const every = Math.max(1, Math.floor(packedSplats.numSplats / sampledSplats))
  const centres: Vector3[] = []
  for (let at = 0; at < packedSplats.numSplats; at += every)
    centres.push(packedSplats.getSplat(at).center.clone())
  const range = (axis: 'x' | 'y' | 'z') => {
    const sorted = centres.map((centre) => centre[axis]).toSorted((a, b) => a - b)
    const cut = Math.floor((sorted.length * (1 - framedShare)) / 2)
    return [sorted[cut]!, sorted.at(-1 - cut)!] as const
  }
  const [x, y, z] = [range('x'), range('y'), range('z')]
  const bounds = new Box3(new Vector3(x[0], y[0], z[0]), new Vector3(x[1], y[1], z[1]))
  const size = Math.max(minSizeMetres, bounds.getSize(new Vector3()).length())
  bounds.getCenter(controls.target)
  camera.near = size / 1_000
  camera.far = size * 100
  // A phone held upright sees less to the sides, so it starts from further away.
  const distance = size / Math.min(1, camera.aspect)
  camera.position.setFromSpherical(new Spherical(distance, firstTilt, 0)).add(controls.target)
  // Farther away, the model would be too small to recognise.
  controls.maxDistance = 2 * distance
  // Closer, the camera would pass through the model and show nothing.
  controls.minDistance = nearestShare * distance
  controls.update()
  controls.saveState()
}

function moveCamera(event: KeyboardEvent, camera: PerspectiveCamera, controls: OrbitControls): void {
  const { target } = controls
  const change = turns[event.key]
  if (!change || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  const offset = new Spherical().setFromVector3(camera.position.clone().sub(target))
  offset.theta += change.turn ?? 0
  offset.phi += change.tilt ?? 0
  offset.radius *= change.distance ?? 1
  camera.position.setFromSpherical(offset.makeSafe()).add(target)
  controls.update()
}

function failAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('the splats took too long')), ms))
}
