/**
 * Drags the map back and forth, in the page, and counts the frames in which the map was redrawn.
 *
 * The pointer moves once per frame, so each frame shows the map at another position, as a reader would see it.
 */
export async function measurePan(
  durationMs: number,
): Promise<{ framesPerSecond: number; slowMs: number; longestMs: number }> {
  const canvas = document.querySelector<HTMLCanvasElement>('.maplibregl-canvas')!
  const gl = canvas.getContext('webgl2')!
  const pixel = new Uint8Array(4)
  const { left, top, width, height } = canvas.getBoundingClientRect()
  const middle = { x: left + width / 2, y: top + height / 2 }
  const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  const send = (type: string, target: EventTarget, x: number, y: number) =>
    target.dispatchEvent(
      new MouseEvent(type, {
        bubbles: true,
        cancelable: true,
        clientX: x,
        clientY: y,
        button: 0,
        buttons: 1,
      }),
    )

  send('mousedown', canvas, middle.x, middle.y)
  const frames: number[] = []
  const begun = await nextFrame()
  for (let at = begun; at - begun < durationMs; ) {
    const angle = (at - begun) / 400
    send('mousemove', window, middle.x + Math.sin(angle) * 200, middle.y + Math.cos(angle) * 120)
    const next = await nextFrame()
    // Reading a pixel waits until the whole frame is drawn, so an unfinished frame is not counted.
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel)
    frames.push(next - at)
    at = next
  }
  send('mouseup', window, middle.x, middle.y)
  const total = frames.reduce((sum, frame) => sum + frame, 0)
  const sorted = frames.toSorted((a, b) => a - b)
  return {
    framesPerSecond: (1000 * frames.length) / total,
    slowMs: sorted[Math.floor(sorted.length * 0.95)]!,
    longestMs: sorted.at(-1)!,
  }
}
