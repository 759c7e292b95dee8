'use client'
import { useEffect, useState } from 'react'
import { readArchiveFile } from '#lib/client/read-archive'
import { type CameraPath, readCameraPath } from './camera-path.ts'

/** The camera's path, from the delivered archive. An archive of another engine may have none. */
export function useCameraPath(archive: string | null): CameraPath | undefined {
  const [path, setPath] = useState<CameraPath>()
  const isKnown = path !== undefined
  useEffect(() => {
    if (isKnown || archive === null) return
    const ending = new AbortController()
    readArchiveFile(archive, 'transforms.json', ending.signal)
      .then((bytes) => setPath(readCameraPath(new TextDecoder().decode(bytes))))
      .catch(() => {})
    return () => ending.abort()
  }, [archive, isKnown])
  return path
}
