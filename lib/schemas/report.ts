import { z } from 'zod'
import { maxReportCharacters, reportCategories, reportedKinds } from '#lib/domain/moderation/report'
import { plainText } from '#lib/schemas/bounty'

/** The body of POST /api/reports. */
export const reportInput = z.object({
  kind: z
    .enum(reportedKinds, `must be one of ${reportedKinds.join(', ')}`)
    .describe('`submission`: a film. `model`: the public page of a 3D model. `capture`: a public record.'),
  id: z
    .string()
    .min(1, 'must not be empty')
    .max(64, 'use at most 64 characters')
    .describe(
      'The bounty_id, the submission_id, the last part of the address of the page, or the SHA-256 of the capture (64 lower-case hex digits).',
    ),
  category: z.enum(reportCategories, `must be one of ${reportCategories.join(', ')}`),
  text: plainText(1, maxReportCharacters, { lines: true })
    .optional()
    .describe(
      `What an operator should know: 1 to ${maxReportCharacters} characters. Write nothing about yourself: it is stored as you write it.`,
    ),
})

export const reportedSchema = z.object({
  received: z.literal(true).describe('The same for all reports, also of a subject that does not exist.'),
})
