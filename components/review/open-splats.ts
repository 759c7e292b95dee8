import { SparkRenderer, SplatFileType, SplatMesh } from '@sparkjsdev/spark'
import { PerspectiveCamera, Scene, Spherical, Vector3, WebGLRenderer } from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'

const fieldOfViewDegrees = 50
/** The first view is from the side of the film, like that of the surface: from slightly above. */
const firstTilt = (70 * Math.PI) / 180
/** Splats are rendered per pixel, so more of them make a phone slow. */
const maxPixelRatio = 2
/** By one press of a key. */
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
 * @throws when the file cannot be read, or without WebGL 2
 */
export async function openSplats(box: HTMLElement, file: ArrayBuffer, signal: AbortSignal): Promise<void> {
  const renderer = new WebGLRenderer({ antialias: false, alpha: true })
  const canvas = renderer.domElement
  const scene = new Scene()
  const camera = new PerspectiveCamera(fieldOfViewDegrees, 1)
  const controls = new OrbitControls(camera, canvas)
  const spark = new SparkRenderer({ renderer })
  const splats = new SplatMesh({ fileBytes: file, fileType: SplatFileType.SPZ })
  const resized = new ResizeObserver(fitBox)
  signal.addEventListener('abort', close)
  try {
    await splats.initialized
    signal.throwIfAborted()
    scene.add(spark, splats)
    lookAtAll()
    canvas.tabIndex = 0
    canvas.setAttribute('role', 'img')
    canvas.setAttribute(
      'aria-label',
      'The place as a Gaussian splat. Drag or use the arrow keys to turn it, scroll or press + and - to come closer.',
    )
    // The ring is drawn inside: the frame would cut it off.
    canvas.className =
      'absolute inset-0 outline-none focus-visible:outline-3 focus-visible:-outline-offset-3 focus-visible:outline-lichen'
    canvas.addEventListener('keydown', move)
    box.append(canvas)
    resized.observe(box)
    fitBox()
    renderer.setAnimationLoop(() => {
      controls.update()
      renderer.render(scene, camera)
    })
  } catch (error) {
    close()
    throw error
  }

  function close(): void {
    renderer.setAnimationLoop(null)
    resized.disconnect()
    controls.dispose()
    splats.dispose()
    spark.dispose()
    renderer.dispose()
    // A browser keeps only some contexts, and would end one that is in use.
    renderer.forceContextLoss()
    canvas.remove()
  }

  function fitBox(): void {
    const { clientWidth: width, clientHeight: height } = box
    if (width === 0 || height === 0) return
    renderer.setPixelRatio(Math.min(devicePixelRatio, maxPixelRatio))
    renderer.setSize(width, height)
    camera.aspect = width / height
    camera.updateProjectionMatrix()
  }

  function lookAtAll(): void {
    const bounds = splats.getBoundingBox(true)
    const size = bounds.getSize(new Vector3()).length()
    bounds.getCenter(controls.target)
    camera.near = size / 1_000
    camera.far = size * 20
    camera.position.setFromSpherical(new Spherical(size, firstTilt, 0)).add(controls.target)
    controls.update()
  }

  function move(event: KeyboardEvent): void {
    const change = turns[event.key]
    if (!change || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const offset = new Spherical().setFromVector3(camera.position.clone().sub(controls.target))
    offset.theta += change.turn ?? 0
    offset.phi += change.tilt ?? 0
    offset.radius *= change.distance ?? 1
    camera.position.setFromSpherical(offset.makeSafe()).add(controls.target)
  }
}
