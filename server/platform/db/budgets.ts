/** Database connections per kind of work in a process; no kind can use the connections of another. */
export type Budgets = { readonly api: number; readonly pages: number; readonly jobs: number }

/** Minimum connections to divide; fewer are shared by all kinds of work. */
const minToDivide = 8

/** Divides the connections of a process; null if there are too few. */
export function divideConnections(poolSize: number): Budgets | null {
  if (poolSize < minToDivide) return null
  const pages = Math.floor(poolSize * 0.3)
  const jobs = Math.floor(poolSize * 0.2)
  return { api: poolSize - pages - jobs, pages, jobs }
}
