import { z } from 'zod'

const maxWebhookUrlLength = 2_048

/** A URL to post messages to. The address of its host is checked when a message is sent. */
export function webhookUrl({ mayBeLocal }: { mayBeLocal: boolean }) {
  return z
    .string()
    .max(maxWebhookUrlLength, `use at most ${maxWebhookUrlLength} characters`)
    .refine(
      (text) => isPostable(text, mayBeLocal),
      `must be an ${mayBeLocal ? 'http or https' : 'https'} URL, without user name and password`,
    )
    .meta({
      description:
        'The https URL to which messages are posted, on the public internet. A sandbox also accepts http and local addresses.',
      format: 'uri',
    })
}

function isPostable(text: string, mayBeLocal: boolean): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  const isRight = protocol === 'https:' || (mayBeLocal && protocol === 'http:')
  return isRight && username === '' && password === ''
}

export const setWebhookInput = (options: { mayBeLocal: boolean }) =>
  z
    .object({
      url: webhookUrl(options)
        .nullable()
        .optional()
        .describe('The URL; null ends the messages. If left out, it stays unchanged.'),
      rotate_secret: z
        .boolean()
        .optional()
        .describe(
          'true: use a new signing secret from now on. For 24 hours, messages also have signatures by the previous secrets.',
        ),
    })
    .refine(({ url, rotate_secret }) => url !== undefined || rotate_secret === true, {
      path: ['url'],
      message: 'must be given, unless rotate_secret is true',
    })
    .refine(({ url, rotate_secret }) => url !== null || rotate_secret !== true, {
      path: ['rotate_secret'],
      message: 'must not be true when url is null',
    })
export type SetWebhook = z.output<ReturnType<typeof setWebhookInput>>

export const webhookSchema = z
  .object({
    url: z.url().nullable(),
    secret: z
      .string()
      .nullable()
      .describe('The key that signs each message: `whsec_` and base64 (Standard Webhooks).'),
    previous_secrets_until: z.iso
      .datetime()
      .nullable()
      .describe(
        'Until then, messages also have signatures by the previous secrets; null: by this secret only.',
      ),
    pending: z.int().min(0).describe('Messages that were not delivered yet.'),
    given_up: z.int().min(0).describe('Messages that could not be delivered within a day and a half.'),
    last_attempt: z
      .object({
        at: z.iso.datetime(),
        result: z.string().describe('The HTTP status, or the error if there was no response.'),
      })
      .nullable(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.output<typeof webhookSchema>
