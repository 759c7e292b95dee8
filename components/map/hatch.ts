const size = 16

/** Diagonal lines on nothing, that repeat without a seam: what is hatched is read without its colour. */
export function drawHatch(color: string): ImageData {
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const context = canvas.getContext('2d')!
  context.strokeStyle = color
  context.lineWidth = 2.5
  for (const shift of [-size, 0, size]) {
    context.moveTo(shift, size)
    context.lineTo(shift + size, 0)
  }
  context.stroke()
  return context.getImageData(0, 0, size, size)
}
