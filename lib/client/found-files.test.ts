import { describe, expect, test } from 'vitest'
import { type Found, filesOfChoice, filesOfDrop, isHidden } from '#lib/client/found-files'

type Tree = { [name: string]: Tree | string | Error }

/** A browser's view of a folder: a reader gives at most a hundred entries at a time. */
function entryOf(name: string, content: Tree | string | Error, parent = ''): FileSystemEntry {
  const fullPath = `${parent}/${name}`
  if (typeof content === 'object' && !(content instanceof Error)) {
    return {
      name,
      fullPath,
      isFile: false,
      isDirectory: true,
      createReader: () => {
        const left = Object.entries(content).map(([child, inner]) => entryOf(child, inner, fullPath))
        return { readEntries: (give: (some: FileSystemEntry[]) => void) => give(left.splice(0, 100)) }
      },
    } as unknown as FileSystemEntry
  }
  return {
    name,
    fullPath,
    isFile: true,
    isDirectory: false,
    file: (give: (file: File) => void, fail: (error: Error) => void) =>
      content instanceof Error ? fail(content) : give(new File([content], name)),
  } as unknown as FileSystemEntry
}

function dropped(tree: Tree): DataTransferItem[] {
  return Object.entries(tree).map(
    ([name, content]) =>
      ({
        kind: 'file',
        getAsFile: () => new File([typeof content === 'string' ? content : ''], name),
        webkitGetAsEntry: () => entryOf(name, content),
      }) as unknown as DataTransferItem,
  )
}

const paths = (found: Found) => found.files.map(({ path }) => path)

describe('what is dropped', () => {
  test('is walked to the bottom, in the order people count, without what the system hides', async () => {
    const found = await filesOfDrop(
      dropped({
        'one.jpg': 'a',
        shoot: {
          'frame-10.jpg': 'b',
          'frame-2.jpg': 'c',
          '.DS_Store': 'd',
          deep: { er: { 'last.jpg': 'e' }, 'Thumbs.db': 'f' },
          '.git': { config: 'g' },
          empty: {},
        },
      }),
    )
    expect(paths(found)).toEqual([
      'one.jpg',
      'shoot/deep/er/last.jpg',
      'shoot/frame-2.jpg',
      'shoot/frame-10.jpg',
    ])
    expect(found.leftOut).toEqual(['shoot/.DS_Store', 'shoot/.git', 'shoot/deep/Thumbs.db'])
    expect(found.isCut).toBe(false)
  })

  test('is read completely, also if the reader returns its entries in parts', async () => {
    const many = Object.fromEntries(Array.from({ length: 1_234 }, (_, index) => [`${index}.txt`, 'x']))
    expect(paths(await filesOfDrop(dropped({ many })))).toHaveLength(1_234)
  })

  test('and cannot be read is reported by its path, and the rest is still read', async () => {
    const found = await filesOfDrop(dropped({ shoot: { 'a.jpg': new Error('no permission'), 'b.jpg': 'x' } }))
    expect(found.files).toEqual([
      { path: 'shoot/a.jpg', problem: 'The file could not be read. no permission' },
      { path: 'shoot/b.jpg', file: expect.any(File) },
    ])
  })

  test('dropped alone is taken under any name, and dropped text is not a file', async () => {
    const text = { kind: 'string' } as DataTransferItem
    expect(paths(await filesOfDrop([...dropped({ '.env': 'x' }), text]))).toEqual(['.env'])
  })

  test('by a program has no entry, and is a file all the same', async () => {
    const item = { kind: 'file', getAsFile: () => new File(['x'], 'a.jpg'), webkitGetAsEntry: () => null }
    expect(paths(await filesOfDrop([item as unknown as DataTransferItem]))).toEqual(['a.jpg'])
  })
})

describe('what is chosen', () => {
  const below = (path: string) =>
    Object.defineProperty(new File(['x'], path.split('/').at(-1)!), 'webkitRelativePath', { value: path })

  test('as a folder leaves out what the system hides; files one by one are all taken', () => {
    const found = filesOfChoice([below('shoot/b.jpg'), below('shoot/.cache/x'), below('shoot/a.jpg')])
    expect(paths(found)).toEqual(['shoot/a.jpg', 'shoot/b.jpg'])
    expect(found.leftOut).toEqual(['shoot/.cache/x'])
    expect(paths(filesOfChoice([new File(['x'], '.hidden')]))).toEqual(['.hidden'])
  })

  test('beyond what can be checked at once is cut, and that is told', () => {
    const found = filesOfChoice(Array.from({ length: 10_001 }, (_, index) => new File(['x'], `${index}`)))
    expect(found.files).toHaveLength(10_000)
    expect(found.isCut).toBe(true)
  })
})

test('hidden are names that begin with a dot and the two systems’ own, nothing that only looks like them', () => {
  for (const path of ['.DS_Store', 'a/.git/config', 'a/THUMBS.DB', 'desktop.ini', '__MACOSX/a.jpg'])
    expect(isHidden(path), path).toBe(true)
  for (const path of ['a.DS_Store', 'thumbs.db.jpg', 'a/b.c', 'mythumbs.db'])
    expect(isHidden(path), path).toBe(false)
})
