import { z } from 'zod'
import { declineReasons } from '#lib/domain/bounty/decline'
import { noticeKinds } from '#lib/domain/notice'
import { timestamp } from '#lib/schemas/formats'
import { webhookUrl } from '#lib/schemas/webhook'

export const noticesSchema = z
  .object({
    notices: z
      .array(
        z.object({
          notice_id: z.string(),
          kind: z.enum(noticeKinds),
          text: z.string().describe('The same in one sentence.'),
          at: timestamp,
          submission_id: z.string(),
          declined: z
            .object({ reason: z.enum(declineReasons), text: z.string().nullable() })
            .nullable()
            .describe(
              'Why the film is declined now; null if it is not, or if the notice is about something else.',
            ),
          bounty: z.object({ bounty_id: z.string(), title: z.string(), board_url: z.url() }),
        }),
      )
      .describe('Newest first, at most 50.'),
    has_feed: z.boolean().describe('True if these notices have a feed address.'),
    push: z
      .object({
        public_key: z.string().describe('The `applicationServerKey` to subscribe with (VAPID).'),
        subscriptions: z.int().min(0).describe('Browsers that get your notices.'),
      })
      .nullable()
      .describe('null: this service sends no notifications.'),
  })
  .meta({ id: 'Notices' })
export type Notices = z.output<typeof noticesSchema>

export const setNoticeFeedInput = z.object({
  enabled: z
    .boolean('must be true or false')
    .describe('true: a new address; the previous one ends. false: no feed.'),
})

export const noticeFeedSchema = z.object({
  feed_url: z
    .url()
    .nullable()
    .describe(
      'The address of your feed (Atom). Anyone who has it can read the feed. It is returned only here.',
    ),
})
export type NoticeFeed = z.output<typeof noticeFeedSchema>

/** Bytes in base64url, as browsers give them, with or without padding. */
const base64url = (form: RegExp, what: string) =>
  z
    .string()
    .regex(form, `must be ${what} in base64url`)
    .transform((text) => Uint8Array.fromBase64(text.replace(/=+$/, ''), { alphabet: 'base64url' }))

const endpointOf = ({ mayBeLocal }: { mayBeLocal: boolean }) =>
  webhookUrl({ mayBeLocal })
    // An index holds it, which has room for this many bytes.
    .regex(/^[!-~]*$/, 'must be an https URL in ASCII')
    .meta({
      description: 'The https URL of the browser at its push service.',
      format: 'uri',
    })

export const subscribePushInput = (options: { mayBeLocal: boolean }) =>
  z.object({
    endpoint: endpointOf(options),
    expirationTime: z.number().nullable().optional().describe('Not used.'),
    keys: z
      .object({
        p256dh: base64url(/^[\w-]{87}=?$/, 'a public key of P-256').describe(
          'Messages are encrypted for this key.',
        ),
        auth: base64url(/^[\w-]{22}(==)?$/, '16 bytes').describe('A secret of the browser.'),
      })
      .describe('As in `PushSubscription.toJSON()`.'),
  })

export const unsubscribePushInput = (options: { mayBeLocal: boolean }) =>
  z.object({ endpoint: endpointOf(options) })
