import { operations } from '#lib/operations/catalog'
import { labelOf } from '#lib/operations/define-operation'
import { operatorGroup } from '#lib/operations/operator/catalog'

/** How the console calls each operation of the public interface and of its own, by `operationId`. */
export const operationLabels: Readonly<Record<string, string>> = Object.fromEntries(
  [...operations, ...operatorGroup.operations].map((one) => [one.name, labelOf(one)]),
)
