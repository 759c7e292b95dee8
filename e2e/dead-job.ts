import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { submission } from '#db/schema/submission'
import { openContext } from '#lib/adapters/context'
import { readEnv } from '#lib/adapters/env'
import { queueJob } from '#lib/adapters/jobs'
import { createPlainSubmission } from '#testing/plain-submission'

// Submits a film whose preview failed in all attempts: `node --conditions=react-server e2e/dead-job.ts BOUNTY_ID CONTRIBUTOR`. A process of
// its own, because it uses server code.
const [bountyId, contributor] = process.argv.slice(2)
process.loadEnvFile(join(process.env.CAIRN_HOME ?? '.cairn', 'sandbox.env'))
const ctx = await openContext(readEnv(), { service: 'e2e', maxConnections: 2 })
try {
  const input = { bountyId: bountyId!, contributor: contributor!, note: 'From a journey.' }
  const { submissionId } = await createPlainSubmission({ ctx, input })
  await ctx.db.transaction(async (tx) => {
    await queueJob({ tx, name: 'preview', submissionId })
    await tx.execute(sql`
      update pgboss.job set state = 'failed', retry_count = retry_limit, completed_on = now(), output = '{"message": "the store is away"}'
      where name = 'preview' and singleton_key = ${submissionId}`)
    await tx
      .update(submission)
      .set({ previewStatus: 'failed', qualityStatus: 'pass' })
      .where(eq(submission.submissionId, submissionId))
  })
  process.stdout.write(`${submissionId}\n`)
} finally {
  await ctx.close()
}
