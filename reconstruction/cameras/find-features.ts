import { type CameraRequest, database, runColmap } from './run-colmap.ts'

/** Writes COLMAP's database with the points of each frame. */
export async function findFeatures(request: CameraRequest): Promise<void> {
  const { images, threads } = request
  const { features } = request.settings
  const args = [
    'feature_extractor',
    ...['--database_path', database, '--image_path', images],
    ...['--ImageReader.single_camera', '1', '--ImageReader.camera_model', features.camera],
    ...['--ImageReader.default_focal_length_factor', String(features.focalGuess)],
    ...['--SiftExtraction.use_gpu', '0', '--SiftExtraction.num_threads', String(threads)],
    ...['--SiftExtraction.max_num_features', String(features.maxPerFrame)],
    ...['--SiftExtraction.first_octave', String(features.firstOctave)],
    ...['--SiftExtraction.peak_threshold', String(features.peakThreshold)],
  ]
  await runColmap(request, args, /^Processed file \[(\d+)\//)
}
