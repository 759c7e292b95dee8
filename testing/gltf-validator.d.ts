/** Khronos' validator comes without types; this is what the tests read of it. */
declare module 'gltf-validator' {
  export type Report = {
    issues: {
      numErrors: number
      numWarnings: number
      numInfos: number
      numHints: number
      messages: { code: string; message: string; severity: number; pointer?: string }[]
    }
    info: { totalTriangleCount?: number; extensionsUsed?: string[] }
  }
  export function validateBytes(bytes: Uint8Array): Promise<Report>
}
