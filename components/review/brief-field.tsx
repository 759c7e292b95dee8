'use client'
import { charactersLeft } from '#lib/domain/bounty/bounty-place'
import { Field, fieldLook } from './form-field.tsx'
import { shotTemplates, withTemplate } from './shot-templates.ts'

type Props = {
  brief: string
  place: string | undefined
  problem: string | undefined
  onBrief: (brief: string) => void
}

/** The instructions, with sample texts, and the number of characters left. An area is part of the instructions and reduces that number. */
export function BriefField({ brief, place, problem, onBrief }: Props) {
  const left = charactersLeft(brief, place)
  return (
    <Field
      name="brief"
      label="Instructions"
      hint="For somebody who has never been there. Everyone can read them."
      problem={problem}
    >
      {(control) => (
        <>
          <fieldset className="mb-3 flex flex-wrap gap-2">
            <legend className="caption mb-1.5">Start from a template</legend>
            {shotTemplates.map(({ name, brief: template }) => (
              <button
                key={name}
                type="button"
                className="chip"
                aria-pressed={brief.includes(template)}
                onClick={() => onBrief(withTemplate(brief, template))}
              >
                {name}
              </button>
            ))}
          </fieldset>
          <textarea
            {...control}
            aria-describedby={`${control['aria-describedby']} brief-left`}
            rows={7}
            className={`field block w-full py-2.5 ${fieldLook}`}
            value={brief}
            onChange={({ target }) => onBrief(target.value)}
          />
          <p
            id="brief-left"
            className={`caption mt-1.5 text-right tabular-nums ${left < 0 ? 'text-bad' : ''}`}
          >
            {left < 0
              ? `${(-left).toLocaleString('en')} characters too many`
              : `${left.toLocaleString('en')} characters left`}
            {place !== undefined && ', counting the area'}
          </p>
        </>
      )}
    </Field>
  )
}
