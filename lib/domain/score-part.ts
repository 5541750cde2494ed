/** One part of a score: what it is for, the points it gives and why. Parts of one score are of kinds of their own. */
export type ScorePart<Kind extends string> = { readonly kind: Kind; readonly points: number; readonly reason: string }
