// Console: log, preview and run actions of operators.

import { z } from 'zod'
import { defineOperation, inputFrom } from '#lib/operations/define-operation'
import {
  actionPageSchema,
  actionsQuery,
  checkedSignatureSchema,
  doneActionSchema,
  previewActionInput,
  previewedActionSchema,
  runActionInput,
} from '#lib/schemas/operator-action'
import { rowNumber } from '#lib/schemas/query-formats'
import { checkSignature } from '#lib/services/operator/check-signature'
import { listActions as runListActions } from '#lib/services/operator/list-actions'
import { previewAction as runPreviewAction } from '#lib/services/operator/preview-action'
import { runAction as runRunAction } from '#lib/services/operator/run-action'

export const listActions = defineOperation({
  name: 'listActions',
  method: 'GET',
  path: '/api/operator/actions',
  credential: 'operator',
  summary: 'See what operators did',
  description: 'The log of actions in pages, newest first, with what was signed for those that move money.',
  ...inputFrom('query', actionsQuery),
  output: actionPageSchema,
  run: ({ ctx, input: { subject_id: subjectId, cursor: beforeId, ...input } }) =>
    runListActions({ ctx, input: { ...input, subjectId, beforeId } }),
})

const actionParams = z.object({ id: rowNumber('an action') })

export const checkActionSignature = defineOperation({
  name: 'checkActionSignature',
  method: 'GET',
  path: '/api/operator/actions/{id}/signature',
  credential: 'operator',
  summary: 'Check what was signed for an action',
  description:
    'Checks, from the log alone, who signed and that the signature is for exactly this action. Earlier checks are not reused.',
  ...inputFrom('params', actionParams),
  output: checkedSignatureSchema,
  errors: ['not_found'],
  run: ({ ctx, input }) => checkSignature({ ctx, input }),
})

export const previewAction = defineOperation({
  name: 'previewAction',
  method: 'POST',
  path: '/api/operator/actions/preview',
  credential: 'operator',
  summary: 'Preview an action',
  description: 'The current effect and preconditions of an action. Changes nothing.',
  ...inputFrom('body', previewActionInput),
  output: previewedActionSchema,
  errors: ['not_found'],
  run: ({ ctx, input, operator }) => runPreviewAction({ ctx, input, operator }),
})

export const runAction = defineOperation({
  name: 'runAction',
  method: 'POST',
  path: '/api/operator/actions',
  credential: 'operator',
  summary: 'Run an action',
  description:
    'The action and its log entry happen in one transaction. Actions that move money need a signature.',
  ...inputFrom('body', runActionInput),
  output: doneActionSchema,
  errors: ['not_found', 'conflict'],
  run: ({ ctx, input, operator, requestId }) => runRunAction({ ctx, input, operator, requestId }),
})

export const actions = [listActions, checkActionSignature, previewAction, runAction]
