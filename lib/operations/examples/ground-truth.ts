import { groundTruthScore } from '#lib/domain/geo/ground-truth-score'
import { exampleObservation } from '#lib/operations/examples/capture'
import type { GroundTruth } from '#lib/schemas/enterprise'
import { describeGroundTruth } from '#lib/services/enterprise/describe-ground-truth'

const { observation_id, captured_at, provenance_hash } = exampleObservation
const timestamp = '2026-11-18T12:30:00Z'
export const exampleMaxAgeSeconds = 86_400

export const exampleArea = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [2.291, 48.857],
      [2.296, 48.857],
      [2.296, 48.859],
      [2.291, 48.859],
      [2.291, 48.857],
    ],
  ],
}

/** One cell with one film that is three hours old, with Content Credentials. Score and hash are computed, not made up. */
export const exampleGroundTruth: GroundTruth = describeGroundTruth({
  queryId: 'query_2f0c1f7e-6f1a-4d0e-9d55-7a3c8a1b9e42',
  timestamp,
  nodeCount: 1,
  score: groundTruthScore({
    cells: 1,
    maxAgeSeconds: exampleMaxAgeSeconds,
    evidence: [
      [
        {
          ageSeconds: (Date.parse(timestamp) - Date.parse(captured_at)) / 1_000,
          origin: 'credentials',
          isChecked: true,
          wallets: { contributor: 'the contributor', payer: 'the payer' },
          source: 'the contributor',
        },
      ],
    ],
  }),
  geometry: exampleArea,
  dataPoints: [
    {
      node_id: 'node_8mC0bJ0dTq2mFv5sXr1yKw',
      lat: 48.858948,
      lon: 2.290649,
      observation: observation_id,
      confidence: 1,
      captured_at,
      provenance_hash,
    },
  ],
})
