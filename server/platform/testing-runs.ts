/** The number of cases for a slow property: `count` in a normal run, times `HINDSIGHT_RUNS` if that is set. */
export const runs = (count: number): number => count * Number(process.env.HINDSIGHT_RUNS ?? 1)
