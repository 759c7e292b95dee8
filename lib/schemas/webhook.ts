import { z } from 'zod'

export const maxWebhookUrlLength = 2_048

/** A URL that messages can be posted to. Where its name leads is looked at when one is sent. */
export function webhookUrl({ mayBeLocal }: { mayBeLocal: boolean }) {
  return z
    .string()
    .max(maxWebhookUrlLength, `must have at most ${maxWebhookUrlLength} characters`)
    .refine((text) => isPostable(text, mayBeLocal), 'must be an https URL, without user name and password')
    .meta({ description: 'An https URL that messages are posted to.', format: 'uri' })
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
        .meta({ description: 'Where to; null: nowhere any more. Left out: as before.' }),
      rotate_secret: z.boolean().optional().meta({
        description:
          'true: sign with a new secret from now on. For 24 hours each message has signatures by the secrets before it too.',
      }),
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
    secret: z.string().nullable().meta({
      description: '`whsec_` and base64: the key each message is signed with (Standard Webhooks).',
    }),
    previous_secrets_until: z.iso.datetime().nullable().meta({
      description:
        'Until when messages have signatures by the secrets before this one too; null: by this one alone.',
    }),
    pending: z.int().min(0).meta({ description: 'Messages that wait to be taken.' }),
    given_up: z.int().min(0).meta({ description: 'Messages that nobody took in a day and a half.' }),
    last_attempt: z
      .object({
        at: z.iso.datetime(),
        result: z.string().meta({ description: 'The status it was answered with, or why there was none.' }),
      })
      .nullable(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.output<typeof webhookSchema>
