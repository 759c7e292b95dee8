// The package has types only for its main module; this is the single algorithm that is loaded, a tenth of the size.
declare module 'hash-wasm/dist/sha256.umd.min.js' {
  export { createSHA256 } from 'hash-wasm'
}
