// Operations that tell contributors what became of their films: a list, a private feed, a webhook, and Web Push.

import { z } from 'zod'
import type { Env } from '#lib/adapters/env'
import { noticeSentence } from '#lib/domain/notice'
import { defineOperation, inputFrom } from '#lib/operations/define-operation'
import { bountyId, posted, submissionId } from '#lib/operations/examples/bounty'
import {
  noticeFeedSchema,
  noticesSchema,
  setNoticeFeedInput,
  subscribePushInput,
  unsubscribePushInput,
} from '#lib/schemas/notice'
import { parseInput } from '#lib/schemas/parse'
import { setWebhookInput, webhookSchema } from '#lib/schemas/webhook'
import { listNotices as runListNotices } from '#lib/services/notices/list-notices'
import { setFeed } from '#lib/services/notices/set-feed'
import {
  subscribePush as runSubscribePush,
  unsubscribePush as runUnsubscribePush,
} from '#lib/services/notices/subscribe-push'
import { getWebhook } from '#lib/services/webhooks/get-webhook'
import { setWebhook } from '#lib/services/webhooks/set-webhook'

const publicKey = 'BDDykqvMdaGFez8IzqqlpinpACC9CiC1r4BMTZdLXkynm8-WrhypmDIC-HRxzqB_MZRPvqtWANaNNZqQNBjBn5Q'
const browser = {
  endpoint: 'https://push.example/send/3vT9mQ0aLr2WzE',
  keys: {
    p256dh: 'BDrThhqVYhOSUWu1k-8FWD7S5YZvXLYmCjAXI3_Ym5Cv0JYcfjcHWmeRo5xh9WKVsCttJlZ7YV5gqkHuHI6DOI0',
    auth: 'pCCLmLFSzCBvZBXJNJgM_g',
  },
}

const exampleWebhook = {
  url: 'https://films.example/cairn',
  secret: 'whsec_7Jx0Qm4n1r3gV9sT5bK2wZ8yC6uE0aDfHjLpNqRtXvM=',
  previous_secrets_until: null,
  pending: 0,
  given_up: 0,
  last_attempt: { at: '2026-11-21T09:12:45Z', result: '204' },
}

const hasPush = (env: Env) => env.push !== undefined
const localIn = (env: Env) => ({ mayBeLocal: env.mode === 'sandbox' })

const listNotices = defineOperation({
  name: 'listNotices',
  method: 'GET',
  path: '/api/board/notices',
  credential: 'session',
  summary: 'List what happened to your films',
  description:
    'The newest notices about your films, from the last 90 days: checked and failed, declined, accepted, paid, or the bounty ended. They can also come as a private feed (`setNoticeFeed`), by webhook (`setNoticeWebhook`) and as notifications of a browser (`subscribePush`).',
  limit: 'light',
  output: noticesSchema,
  example: {
    output: {
      notices: [
        {
          notice_id: '73',
          kind: 'declined',
          text: noticeSentence.declined,
          at: '2026-11-21T09:12:44Z',
          submission_id: submissionId,
          declined: { reason: 'incomplete', text: 'The back of the fountain is missing.' },
          bounty: { bounty_id: bountyId, title: posted.title, board_url: posted.board_url },
        },
      ],
      has_feed: false,
      push: { public_key: publicKey, subscriptions: 1 },
    },
  },
  run: ({ ctx, session }) => runListNotices({ ctx, input: { contributor: session.address } }),
})

const setNoticeFeed = defineOperation({
  name: 'setNoticeFeed',
  method: 'POST',
  path: '/api/board/notices/feed',
  credential: 'session',
  summary: 'Make or revoke your feed address',
  description:
    'Gives your notices an address for feed readers (Atom) that needs no sign-in. It cannot be guessed. Anyone who has it can read the feed, which has the titles of your bounties and why films were declined. A new address ends the previous one.',
  ...inputFrom('body', setNoticeFeedInput),
  limit: 'light',
  output: noticeFeedSchema,
  example: {
    body: { enabled: true },
    output: { feed_url: `https://cairn.example/board/notices/${'k3vT9mQ0aLr2'.repeat(4).slice(0, 43)}.xml` },
  },
  run: ({ ctx, input, session }) => setFeed({ ctx, input: { ...input, contributor: session.address } }),
})

const getNoticeWebhook = defineOperation({
  name: 'getNoticeWebhook',
  method: 'GET',
  path: '/api/board/notices/webhook',
  credential: 'session',
  summary: 'Get your webhook',
  description:
    'The URL that receives your notices, the key that signs them, and the result of the last delivery.',
  limit: 'light',
  output: webhookSchema,
  example: { output: exampleWebhook },
  run: ({ ctx, session }) => getWebhook({ ctx, input: { contributor: session.address } }),
})

const setNoticeWebhook = defineOperation({
  name: 'setNoticeWebhook',
  method: 'POST',
  path: '/api/board/notices/webhook',
  credential: 'session',
  summary: 'Set your webhook',
  description:
    'Your notices are posted to this URL from now on, as `notice.` and their kind, signed by Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`). Messages arrive in order. A message that is not answered with 2xx is repeated for a day and a half, and later messages wait for it. A message may arrive twice, with the same `webhook-id`. `rotate_secret` replaces the signing key. A wallet has one webhook; it does not end with the session.',
  request: { body: setWebhookInput({ mayBeLocal: false }) },
  limit: 'light',
  output: webhookSchema,
  example: { body: { url: exampleWebhook.url }, output: exampleWebhook },
  parse: ({ body }, { env }) => parseInput(setWebhookInput(localIn(env)), body),
  run: ({ ctx, input, session }) => setWebhook({ ctx, input: { ...input, contributor: session.address } }),
})

const subscribePush = defineOperation({
  name: 'subscribePush',
  method: 'POST',
  path: '/api/board/push-subscriptions',
  credential: 'session',
  summary: 'Get notifications in a browser',
  description:
    'Sends your notices to a browser by Web Push (RFC 8030), encrypted for it (RFC 8291), until it unsubscribes, you sign out in it, or its push service says that it is gone. The body is `PushSubscription.toJSON()`; subscribe with the `public_key` of `listNotices`. A notification has one sentence and a link, and no title, place or time. At most five browsers: a sixth replaces the oldest.',
  request: { body: subscribePushInput({ mayBeLocal: false }) },
  limit: 'light',
  output: z.undefined(),
  status: 204,
  existsIn: hasPush,
  example: { body: browser },
  parse: ({ body }, { env }) => parseInput(subscribePushInput(localIn(env)), body),
  run: ({ ctx, input, session }) =>
    runSubscribePush({ ctx, input: { session, endpoint: input.endpoint, ...input.keys } }),
})

const unsubscribePush = defineOperation({
  name: 'unsubscribePush',
  method: 'POST',
  path: '/api/board/push-subscriptions/remove',
  credential: 'session',
  summary: 'End notifications in a browser',
  description:
    'Sends no more notices to this browser. Does nothing if this browser is not subscribed by you.',
  request: { body: unsubscribePushInput({ mayBeLocal: false }) },
  limit: 'light',
  output: z.undefined(),
  status: 204,
  existsIn: hasPush,
  example: { body: { endpoint: browser.endpoint } },
  parse: ({ body }, { env }) => parseInput(unsubscribePushInput(localIn(env)), body),
  run: ({ ctx, input, session }) => runUnsubscribePush({ ctx, input: { session, ...input } }),
})

export const notices = [
  listNotices,
  setNoticeFeed,
  getNoticeWebhook,
  setNoticeWebhook,
  subscribePush,
  unsubscribePush,
]
