// The list of a wallet's uploads. Beginning, sending and discarding one is tus 1.0, which lib/http/uploads serves.

import { defineOperation } from '#lib/operations/define-operation'
import { uploadsSchema } from '#lib/schemas/upload'
import { listUploads as runListUploads } from '#lib/services/uploads/list-uploads'

export const listUploads = defineOperation({
  name: 'listUploads',
  method: 'GET',
  path: '/api/board/uploads',
  credential: 'session',
  summary: 'List your uploads',
  description:
    'Your uploads that no submission has taken, newest first, and how many a wallet may have. Discard one with `discardUpload` to make room for another.',
  limit: 'light',
  output: uploadsSchema,
  example: {
    output: {
      uploads: [
        {
          upload_id: `upl_${'3f'.repeat(16)}`,
          state: 'received',
          byte_length: 73_400_320,
          created_at: '2026-11-21T09:02:10Z',
          expires_at: '2026-11-22T09:03:51Z',
        },
      ],
      max_uploads: 5,
      max_bytes: 8_589_934_592,
    },
  },
  run: ({ ctx, session }) => runListUploads({ ctx, input: { owner: session.address } }),
})
