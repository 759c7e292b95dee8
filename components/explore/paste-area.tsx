'use client'
import { useEffect, useRef, useState } from 'react'
import { toAoi } from '#lib/client/area-json'
import { readAreaText } from '#lib/client/area-text'
import { tidyArea } from '#lib/client/explore-url'
import { peopleWords } from '#lib/client/measure-area'
import { CairnError } from '#lib/domain/errors'
import type { DrawnArea } from '#lib/domain/map/map-types'
import { useFileDrop } from '../ui/use-file-drop.ts'

/** The maximum body size of the service. */
const maxBytes = 1_048_576

/** An area as text: GeoJSON or geohashes, pasted or as a file. */
export function PasteArea(props: {
  area: DrawnArea | undefined
  radiusM: number
  onFound: (area: DrawnArea) => void
}) {
  const { area, radiusM, onFound } = props
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const fields = useRef<HTMLDivElement>(null)
  // The panel scrolls, and a problem makes it longer.
  useEffect(() => {
    if (problem) fields.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  const take = (given: string) => {
    try {
      onFound(tidyArea(readAreaText(given, radiusM)))
      setProblem('')
    } catch (error) {
      setProblem(
        `${error instanceof CairnError ? peopleWords(error) : (error as Error).message} You paid nothing.`,
      )
    }
  }
  const takeFile = async (file: File | undefined) => {
    if (!file) return
    if (file.size > maxBytes)
      return setProblem(`${file.name} has more than a megabyte. An area has at most 10,000 positions.`)
    const content = await file.text()
    setText(content)
    take(content)
  }
  const { isOver, zone } = useFileDrop(({ files }) => void takeFile(files[0]))
  return (
    <div
      className={`rounded-md text-sm ${isOver ? 'bg-sunken outline-2 outline-offset-4 outline-ink' : ''}`}
      {...zone}
    >
      <div ref={fields} className="grid scroll-my-3 gap-2">
        <label className="block">
          <span className="block font-semibold">GeoJSON or geohashes</span>
          <textarea
            className="field mt-1.5 w-full py-2 font-mono text-xs"
            rows={3}
            spellCheck={false}
            placeholder={'{"type": "Polygon", "coordinates": …}\nor  u09tun u09tuq'}
            value={text}
            aria-invalid={problem !== '' || undefined}
            aria-describedby="paste-problem"
            onChange={({ target }) => {
              setText(target.value)
              setProblem('')
            }}
          />
        </label>
        <p id="paste-problem" role="alert" className="text-bad [overflow-wrap:anywhere] empty:hidden">
          {problem}
        </p>
        <div className="flex flex-wrap gap-2">
          <button type="button" className="button" onClick={() => take(text)}>
            Use this area
          </button>
          <label className="button has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink">
            Choose a file
            <input
              type="file"
              accept=".geojson,.json,.txt,application/geo+json,application/json"
              className="sr-only"
              onChange={({ target }) => {
                void takeFile(target.files?.[0])
                // The same file may be chosen again.
                target.value = ''
              }}
            />
          </label>
          {area && (
            <button
              type="button"
              className="button"
              onClick={() => {
                setText(JSON.stringify(toAoi(area).aoi, null, 1))
                setProblem('')
              }}
            >
              Show the current one
            </button>
          )}
        </div>
      </div>
    </div>
  )
}
