import { groundTruthScore } from '#lib/domain/ground-truth-score'
import { exampleObservation } from '#lib/operations/examples/capture'
import type { GroundTruth } from '#lib/schemas/enterprise'
import { describeGroundTruth } from '#lib/services/enterprise/describe-ground-truth'

const { observation_id, captured_at, provenance_hash } = exampleObservation
const timestamp = '2026-11-18T12:30:00Z'
const maxAgeSeconds = 86_400

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

/** One cell, one film in it, three hours old: score and hash are what they really are. */
const answer: GroundTruth = describeGroundTruth({
  queryId: 'query_2f0c1f7e-6f1a-4d0e-9d55-7a3c8a1b9e42',
  timestamp,
  nodeCount: 1,
  score: groundTruthScore({
    cells: 1,
    maxAgeSeconds,
    evidence: [
      {
        ageSeconds: (Date.parse(timestamp) - Date.parse(captured_at)) / 1_000,
        nodes: 1,
        confidence: 1,
      },
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

export const enterpriseExamples = {
  getEnterpriseStatus: {
    output: {
      status: 'ok',
      account: 'Example Maps',
      tier: 'standard',
      limits: { requests_per_minute: 600, concurrent_streams: 20, area_km2: 100 },
    },
  },
  queryGroundTruth: {
    body: { aoi: exampleArea, max_age_seconds: maxAgeSeconds },
    output: answer,
  },
  streamObservations: {
    query: {
      geometry: 'POLYGON((2.291 48.857, 2.296 48.857, 2.296 48.859, 2.291 48.859, 2.291 48.857))',
    },
    output: { ...answer },
  },
}
