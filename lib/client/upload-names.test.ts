import { afterEach, expect, test, vi } from 'vitest'
import { forgetUploadNames, nameUpload, uploadName } from './upload-names.ts'

afterEach(() => vi.unstubAllGlobals())

const bounty = { id: 'bty_1', title: 'The old mill' }
const name = { uploadId: 'upl_1', file: 'mill.mp4', bounty }

function stubStorage(): void {
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  })
}

test('an upload is told by its file and its bounty until another person uses the browser', () => {
  stubStorage()
  nameUpload(name)
  nameUpload({ ...name, uploadId: 'upl_2', file: 'second.mp4' })
  expect(uploadName('upl_1')).toEqual(name)
  expect(uploadName('upl_2')).toMatchObject({ file: 'second.mp4' })
  expect(uploadName('upl_3')).toBeUndefined()
  forgetUploadNames()
  expect(uploadName('upl_1')).toBeUndefined()
})

test('without storage, no upload has a name, and nothing fails', () => {
  vi.stubGlobal('localStorage', undefined)
  nameUpload(name)
  expect(uploadName('upl_1')).toBeUndefined()
  forgetUploadNames()
})
