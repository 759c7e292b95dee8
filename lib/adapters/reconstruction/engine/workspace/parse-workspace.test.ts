import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dot, type Vector } from './geometry.ts'
import { parseWorkspace, WorkspaceBroken } from './parse-workspace.ts'

const camera = '1 PINHOLE 640 480 500 501 320 240'
const image = '1 1 0 0 0 0 0 0 1 a.jpg\n10 10 7 20 20 -1'
const point = '7 1 2 3 9 9 9 0.5 1 0 2 4'
const parse = (files: { cameras?: string; images?: string; points?: string }) =>
  parseWorkspace({ cameras: camera, images: image, points: point, ...files })

const coordinate = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value || 0)
const triple = fc.tuple(coordinate, coordinate, coordinate)
const anyImage = fc.record({
  quaternion: fc.tuple(coordinate, coordinate, coordinate, coordinate).filter((q) => Math.hypot(...q) > 1e-6),
  translation: triple,
  observed: fc.uniqueArray(fc.integer({ min: -1, max: 20 })),
})
const anyWorkspace = fc.record({
  images: fc.array(anyImage, { minLength: 1, maxLength: 8 }),
  points: fc.array(triple, { maxLength: 20 }),
})

describe('a COLMAP workspace', () => {
  test('reads back what was written', () => {
    fc.assert(
      fc.property(anyWorkspace, ({ images, points }) => {
        const names = images.map((_, k) => `frame ${String(k).padStart(3, '0')}.jpg`)
        const workspace = parse({
          // The newest first: the order of the file says nothing.
          images: images
            .map(({ quaternion, translation, observed }, k) => {
              const line = [k + 1, ...quaternion, ...translation, 1, names[k]].join(' ')
              return `${line}\n${observed.map((id) => `1.5 2.5 ${id}`).join(' ')}\n`
            })
            .reverse()
            .join(''),
          points: points.map((at, id) => [id, ...at, 1, 2, 3, 0.5, 1, 0, 2, 0].join(' ')).join('\n'),
        })
        expect(workspace.lens).toEqual({
          width: 640,
          height: 480,
          focalX: 500,
          focalY: 501,
          centreX: 319.5,
          centreY: 239.5,
        })
        expect(workspace.images.map(({ name }) => name)).toEqual(names)
        workspace.images.forEach(({ pose, points: seen }, k) => {
          expect(pose.translation).toEqual(images[k]!.translation)
          expect(seen).toEqual(
            images[k]!.observed.filter((id) => id >= 0 && id < points.length).sort((a, b) => a - b),
          )
        })
        expect([...workspace.points.values()].map(({ position }) => position)).toEqual(points)
      }),
    )
  })

  test('turns any quaternion into a rotation', () => {
    fc.assert(
      fc.property(anyImage, ({ quaternion }) => {
        const { images } = parse({ images: `1 ${quaternion.join(' ')} 0 0 0 1 a.jpg\n\n` })
        const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = images[0]!.pose.rotation
        const rows: Vector[] = [
          [r0, r1, r2],
          [r3, r4, r5],
          [r6, r7, r8],
        ]
        for (const [i, a] of rows.entries())
          for (const [j, b] of rows.entries()) expect(dot(a, b)).toBeCloseTo(i === j ? 1 : 0, 9)
      }),
    )
  })

  test('takes comments, empty lines and an image without points', () => {
    const { images, points } = parse({
      cameras: `# cameras\n\n${camera}\n`,
      images: `# images\n${image}\n2 1 0 0 0 0 0 0 1 b.jpg\n\n`,
    })
    expect(images.map(({ name, points }) => [name, points])).toEqual([
      ['a.jpg', [7]],
      ['b.jpg', []],
    ])
    expect(points.get(7)).toEqual({ position: [1, 2, 3], views: 2 })
  })

  test.each([
    ['a lens with distortion', { cameras: '1 OPENCV 640 480 500 500 320 240 0 0 0 0' }, 'cameras.txt line 1'],
    ['a camera without a size', { cameras: '1 PINHOLE 0 480 500 500 320 240' }, 'cameras.txt line 1'],
    ['a cut line', { cameras: '1 PINHOLE 640 480 500' }, 'cameras.txt line 1: field 6'],
    [
      'a focal length that is none',
      { cameras: '1 PINHOLE 640 480 nan 500 1 1' },
      'cameras.txt line 1: "nan"',
    ],
    ['no image', { images: '# nothing' }, 'images.txt: there is no image'],
    ['an unknown camera', { images: '1 1 0 0 0 0 0 0 9 a.jpg\n\n' }, 'images.txt line 1: camera 9'],
    ['no rotation', { images: '1 0 0 0 0 0 0 0 1 a.jpg\n\n' }, 'images.txt line 1: no rotation'],
    [
      'a missing second line',
      { images: '1 1 0 0 0 0 0 0 1 a.jpg' },
      'images.txt line 1: the line of its points',
    ],
    ['half a point', { images: '1 1 0 0 0 0 0 0 1 a.jpg\n1 2' }, 'images.txt line 2'],
    ['the same image twice', { images: `${image}\n${image}` }, 'images.txt line 3: image a.jpg'],
    [
      'a file elsewhere',
      { images: '1 1 0 0 0 0 0 0 1 ../../secret\n\n' },
      'images.txt line 1: "../../secret"',
    ],
    ['an absolute file', { images: '1 1 0 0 0 0 0 0 1 /etc/passwd\n\n' }, 'images.txt line 1: "/etc/passwd"'],
    ['half a track', { points: '7 1 2 3 9 9 9 0.5 1' }, 'points3D.txt line 1'],
  ])('refuses %s, and says where', (_, files, message) => {
    expect(() => parse(files)).toThrow(WorkspaceBroken)
    expect(() => parse(files)).toThrow(message)
  })
})
