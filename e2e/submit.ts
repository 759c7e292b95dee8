import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { submission } from '#db/schema/submission'
import { openContext } from '#lib/adapters/context'
import { readEnv } from '#lib/adapters/env'
import { createPlainSubmission } from '#testing/plain-submission'

// Submits a film to the running sandbox: `node --conditions=react-server e2e/submit.ts BOUNTY_ID CONTRIBUTOR [pass]`. The submission has no
// file; with `pass` it is recorded as checked and good. A process of its own, because it uses server code.
const [bountyId, contributor, verdict] = process.argv.slice(2)
process.loadEnvFile(join(process.env.CAIRN_HOME ?? '.cairn', 'sandbox.env'))
const ctx = await openContext(readEnv(), { service: 'e2e', maxConnections: 2 })
try {
  const { submissionId } = await createPlainSubmission({
    ctx,
    input: { bountyId: bountyId!, contributor: contributor!, note: 'From a journey.' },
  })
  if (verdict === 'pass')
    await ctx.db
      .update(submission)
      .set({ qualityStatus: 'pass' })
      .where(eq(submission.submissionId, submissionId))
  process.stdout.write(`${submissionId}\n`)
} finally {
  await ctx.close()
}
