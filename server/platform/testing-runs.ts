/**
 * The number of cases that a slow property is tried with: the given one in each run of the tests, and as many times more
 * as `HINDSIGHT_RUNS` says.
 */
export const runs = (count: number): number => count * Number(process.env.HINDSIGHT_RUNS ?? 1)
