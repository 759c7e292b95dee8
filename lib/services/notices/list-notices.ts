import 'server-only'
import { count, desc, eq } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { notice, noticeFeed, pushSubscription } from '#db/schema/notice'
import { submission } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import { publicTitle } from '#lib/domain/bounty/public-words'
import { noticeSentence } from '#lib/domain/notice'
import { isoTime } from '#lib/domain/text/iso-time'
import type { Notices } from '#lib/schemas/notice'

const limit = 50

type Input = { contributor: string }

/** The newest notices of a contributor, and the other ways in which they are delivered. @param input.contributor in upper or lower case */
export async function listNotices(args: {
  ctx: Pick<Context, 'db' | 'env'>
  input: Input
}): Promise<Notices> {
  const { ctx } = args
  const contributor = args.input.contributor.toLowerCase()
  const [notices, [feed], [subscribed]] = await Promise.all([
    newestNotices(args),
    ctx.db
      .select({ madeAt: noticeFeed.madeAt })
      .from(noticeFeed)
      .where(eq(noticeFeed.contributor, contributor)),
    ctx.db
      .select({ count: count() })
      .from(pushSubscription)
      .where(eq(pushSubscription.contributor, contributor)),
  ])
  const { push } = ctx.env
  return {
    notices,
    has_feed: feed !== undefined,
    push: push ? { public_key: push.key.publicKey, subscriptions: subscribed!.count } : null,
  }
}

export async function newestNotices(args: {
  ctx: Pick<Context, 'db' | 'env'>
  input: Input
}): Promise<Notices['notices']> {
  const { ctx, input } = args
  const rows = await ctx.db
    .select({
      id: notice.id,
      kind: notice.kind,
      at: notice.at,
      submissionId: notice.submissionId,
      reason: submission.declinedReason,
      text: submission.declinedText,
      bountyId: bounty.bountyId,
      title: bounty.title,
    })
    .from(notice)
    .innerJoin(submission, eq(submission.submissionId, notice.submissionId))
    .innerJoin(bounty, eq(bounty.bountyId, submission.bountyId))
    .where(eq(notice.contributor, input.contributor.toLowerCase()))
    .orderBy(desc(notice.id))
    .limit(limit)
  return rows.map(({ id, kind, at, submissionId, reason, text, bountyId, title }) => ({
    notice_id: String(id),
    kind,
    text: noticeSentence[kind],
    at: isoTime(at),
    submission_id: submissionId,
    declined: kind === 'declined' && reason ? { reason, text } : null,
    bounty: {
      bounty_id: bountyId,
      title: publicTitle(title),
      board_url: `${ctx.env.baseUrl}/board/${bountyId}`,
    },
  }))
}
