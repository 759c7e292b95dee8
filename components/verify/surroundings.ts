import { type ComponentProps, type ComponentType, createContext } from 'react'
import type { Trust } from '#lib/domain/proof/attestation'
import type { ProofBundle } from '#lib/domain/proof/proof'
import type { StatedResult } from './quote-words.ts'
import type { Endpoints } from './use-endpoints.ts'
import type { Intake } from './use-intake.ts'

/** The page around a report: the service's page with its trusted attesters, or the stand-alone checker. */
export type Surroundings = {
  intake?: Intake
  /** True if this page has an address on the service, so that it can link to other pages of it. */
  isServed: boolean
  /** True if the service runs in sandbox mode, on a local chain. The stand-alone page is told by its link, its saved copy or a proof. */
  isDemo?: boolean
} & (
  | {
      trust: Trust
      endpoints: Endpoints
      /** A link to a page of the service that keeps this document, and with it the given files for Back. */
      Link: ComponentType<ComponentProps<'a'> & { href: string }>
      /** Shows a cell on a map of the service. */
      Place: ComponentType<{ geohash: string; name?: string | undefined }>
      /** The name of a cell, asked of the service, or its position if there was no answer. */
      nameCell: (geohash: string) => Promise<string>
      /** Shows the Content Credentials of a file. */
      Credentials: ComponentType<{ file: File; onAsSigned: (file: File) => void }>
      /** Shows the attested captures that a file without a record looks like. */
      Likeness: ComponentType<{
        file: File
        kind: 'photo' | 'film'
        linkedSha256: string | undefined
        /** Called if this browser cannot read the picture. */
        onUnreadable: (file: File) => void
        /** True if the file is damaged or incomplete, of which a browser may show a part. */
        isDamaged: boolean
      }>
      /** Shows the time and place in the file of a photo or film, and where the claims of its record differ from them. */
      FileStatement: ComponentType<{
        file: File
        kind: 'photo' | 'film'
        record?: Pick<ProofBundle, 'geohash' | 'captured_at'> | undefined
        onRead?: (file: File, result: StatedResult) => void
      }>
      /** The form that reports the record of a capture to the operators. */
      Report: ComponentType<{ sha256: string }>
      /** Makes a copy of a picture that this browser cannot show, on this device. */
      makeViewable: (file: File, signal: AbortSignal) => Promise<Blob | undefined>
      chainNote?: undefined
      readChain?: undefined
    }
  /** Without a service to link to; the text for a chain that was not read. */
  | {
      trust?: undefined
      endpoints?: undefined
      Link?: undefined
      Place?: undefined
      nameCell?: undefined
      Credentials?: undefined
      Likeness?: undefined
      FileStatement?: undefined
      Report?: undefined
      makeViewable?: undefined
      chainNote: string
      /** Moves the focus to the form with which the chain is read. Absent once an endpoint is in use. */
      readChain?: () => void
    }
)

export const SurroundingsContext = createContext<Surroundings | undefined>(undefined)
