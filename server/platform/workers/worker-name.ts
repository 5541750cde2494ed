/** Which of several processes behind one port this is, from 1; undefined where there is only one. */
export const workerName: string | undefined = process.env.HINDSIGHT_WORKER || undefined
