import 'server-only'
import type postgres from 'postgres'

type Query = { resolve: (result: unknown) => void }
type QueryClass = { handle: (this: Query) => Promise<void> }

const repairedClasses = new WeakSet<QueryClass>()
const repairedQueries = new WeakSet<Query>()

/**
 * postgres.js 3.4.9 does not reset its row count when a statement fails amid its rows, so the next result on that
 * connection begins with as many holes, and `const [row] = await …` reads nothing where there is a row: a payment not
 * found, a capture not known. This takes the holes out of every result, drizzle's included.
 */
export function repairResults(sql: postgres.Sql): void {
  // A query that nobody awaits is never sent; it only shows the class that the package does not export.
  const queryClass = Object.getPrototypeOf(sql`select 1`) as QueryClass
  if (repairedClasses.has(queryClass)) return
  repairedClasses.add(queryClass)
  const { handle } = queryClass
  queryClass.handle = function (this: Query) {
    if (!repairedQueries.has(this)) {
      repairedQueries.add(this)
      const { resolve } = this
      this.resolve = (result) => {
        closeHoles(result)
        resolve(result)
      }
    }
    return handle.call(this)
  }
}

function closeHoles(result: unknown): void {
  if (!Array.isArray(result) || result.length === 0) return
  if (!(0 in result)) result.splice(0, Number(Object.keys(result)[0] ?? result.length))
  // Several statements in one give a list of results.
  if (Array.isArray(result[0])) result.forEach(closeHoles)
}
