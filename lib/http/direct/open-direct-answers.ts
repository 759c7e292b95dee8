import 'server-only'
import { directSlot } from '#lib/adapters/request-gate'
import type { PathHandlers } from '#lib/http/api/path-handlers'
import { createDirectAnswers } from '#lib/http/direct/answer-directly'
import { route } from '#lib/http/route'
import {
  getObservation,
  listCoverage,
  queryObservations,
  verifyProvenance,
} from '#lib/operations/observations'
import { getProof, getTree } from '#lib/operations/proofs'

/**
 * Answers the operations that are asked most, often without a payment, in front of the framework: its routing takes several times as
 * long as such an answer. Only `npm run serve` has a server that does so; elsewhere the framework's routes answer, with the same handlers.
 */
export function openDirectAnswers(): void {
  directSlot.current ??= createDirectAnswers(directRoutes)
}

export const directRoutes: readonly PathHandlers[] = [
  { path: verifyProvenance.path, handlers: route(verifyProvenance) },
  { path: getProof.path, handlers: route(getProof) },
  { path: getTree.path, handlers: route(getTree) },
  { path: listCoverage.path, handlers: route(listCoverage) },
  { path: queryObservations.path, handlers: route(queryObservations) },
  { path: getObservation.path, handlers: route(getObservation) },
]
