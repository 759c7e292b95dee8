import type { Lens } from '../geometry.ts'

/** Pixels to each side of the window, and from one sample of it to the next. */
const radius = 4
const step = 2
/** With fewer known samples in the window no plane is fitted. */
const leastSamples = 8
/** A sample counts as another surface if its inverse depth differs by more than this share from that of the pixel. */
const sameSurface = 0.2
/** At smaller angles a depth map says too little about the surface. */
const leastSlope = 0.1

/**
 * How much of a distance along the depth axis is distance from the surface: 1 where the surface faces the camera, near 0 where the ray
 * runs along it.
 *
 * The inverse depth of a plane is a linear function of the pixel, so it is fitted to the window around each pixel (least squares), and
 * gives the plane's normal.
 *
 * @param depths f32[height][width], 0 where unknown
 * @returns the share for each pixel, as f32[height][width], from 0.1 to 1; it is 1 if too few depths around the pixel are known
 */
export function measureSlopes(depths: Float32Array, lens: Lens): Float32Array {
  const { width, height, focalX, focalY, centreX, centreY } = lens
  const slopes = new Float32Array(depths.length).fill(1)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const depth = depths[at]!
      if (depth === 0) continue
      const inverse = 1 / depth
      let [n, sx, sy, sw, sxx, sxy, syy, sxw, syw] = [0, 0, 0, 0, 0, 0, 0, 0, 0]
      for (let dy = -radius; dy <= radius; dy += step) {
        const row = y + dy
        if (row < 0 || row >= height) continue
        for (let dx = -radius; dx <= radius; dx += step) {
          const column = x + dx
          if (column < 0 || column >= width) continue
          const other = depths[row * width + column]!
          if (other === 0) continue
          // Relative to the pixel's own, so that all terms have about the same size.
          const w = depth / other - 1
          if (w > sameSurface || w < -sameSurface) continue
          n++
          sx += dx
          sy += dy
          sw += w
          sxx += dx * dx
          sxy += dx * dy
          syy += dy * dy
          sxw += dx * w
          syw += dy * w
        }
      }
      if (n < leastSamples) continue
      const [xx, xy, yy] = [sxx - (sx * sx) / n, sxy - (sx * sy) / n, syy - (sy * sy) / n]
      const [xw, yw] = [sxw - (sx * sw) / n, syw - (sy * sw) / n]
      const determinant = xx * yy - xy * xy
      if (determinant < 1) continue
      const alongX = ((xw * yy - yw * xy) / determinant) * inverse
      const alongY = ((yw * xx - xw * xy) / determinant) * inverse
      const towards = inverse - (x - centreX) * alongX - (y - centreY) * alongY
      const normal = Math.hypot(focalX * alongX, focalY * alongY, towards)
      slopes[at] = Math.min(1, Math.max(leastSlope, inverse / normal))
    }
  return slopes
}
