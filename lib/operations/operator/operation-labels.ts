import { operations } from '#lib/operations/catalog'
import { labelOf } from '#lib/operations/define-operation'
import { operatorGroup } from '#lib/operations/operator/catalog'

/** Names under which requests are recorded that belong to no operation. The path is not stored, because it may contain a secret. */
const otherLabels = {
  other: 'Unknown path (not stored)',
  upload: 'Upload of a film',
  file: 'Link to a file',
  card: 'Preview card of a page',
  document: 'Document about the service',
}

/** How the console calls each operation of the public interface and of its own, by `operationId`. */
export const operationLabels: Readonly<Record<string, string>> = {
  ...otherLabels,
  ...Object.fromEntries([...operations, ...operatorGroup.operations].map((one) => [one.name, labelOf(one)])),
}
