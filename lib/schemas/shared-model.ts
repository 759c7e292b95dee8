import { z } from 'zod'

export const shareModelInput = z.object({
  shared: z.boolean().describe('True to publish the page of the model, false to withdraw it.'),
})

/** The public page of a bounty's model, if it has one. */
export const sharedModelSchema = z
  .object({
    page_url: z
      .url()
      .nullable()
      .describe(
        'The public page of the model; null if it has no page. A withdrawn page is never published again.',
      ),
  })
  .meta({ id: 'SharedModel' })
export type SharedModel = z.output<typeof sharedModelSchema>
