import { monotonicFactory } from 'ulid'

/** Within one process ids rise even within a millisecond, so that what was written later also sorts later. */
const nextUlid = monotonicFactory()

/** A new identifier with a readable prefix, sortable by time: `imp_01jd…`. */
export const newId = (prefix: string, now: Date): string => `${prefix}_${nextUlid(now.getTime()).toLowerCase()}`
