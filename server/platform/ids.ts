import { monotonicFactory } from 'ulid'

/** Ids of one process increase even within a millisecond, so that later records sort later. */
const nextUlid = monotonicFactory()

/** A new identifier with a readable prefix, sortable by time: `imp_01jd…`. */
export const newId = (prefix: string, now: Date): string => `${prefix}_${nextUlid(now.getTime()).toLowerCase()}`
