import type { lessonFitKinds } from '#lib/contracts/articles.ts'
import type { ScorePart } from './candidate-score.ts'

/** What is known of a lesson beside a change that is being planned. */
export type LessonEvidence = {
  /** Services of the change that the lesson's own change was about. */
  readonly services: readonly string[]
  /** A service of the change that only the text of the lesson names. */
  readonly namedService: string | null
  /** Its technologies and tags that the change's title or documents speak of. */
  readonly technologies: readonly string[]
  readonly tags: readonly string[]
  /** Type of the lesson's own change where it is the same. */
  readonly sameType: string | null
  /** Rarity of the words in common, summed: near 1 for a word of this lesson alone, 0 for one that all have. */
  readonly likeness: number
  readonly words: readonly string[]
  readonly useful: number
  readonly notUseful: number
}

/** Points below 0: most found it of no use. */
type FitPart = ScorePart<(typeof lessonFitKinds)[number]>
export type LessonFit = { readonly score: number; readonly reasons: readonly FitPart[] }

/** Points of each part at most. Chosen by looking at what the planned changes of the demo are offered. */
export const lessonWeights = {
  service: 35,
  namedService: 20,
  /** For the first technology or tag in common, and for each further one up to the third. */
  technology: 20,
  tag: 12,
  further: 5,
  type: 5,
  text: 25,
  /** Likeness that has 63 % of the points for text. */
  enoughLikeness: 2,
  /** For votes: so many when all of very many found it useful, and as many off when none did. */
  votes: 20,
  /** Score from which a lesson is offered. */
  leastScore: 25,
}

/**
 * How well a lesson fits a change that is being planned, with why; null when it does not. Good and bad lessons alike:
 * polarity is no part of it. Source: product.md, after the review: lessons are offered where the next change is planned.
 */
export function fitLesson(evidence: LessonEvidence): LessonFit | null {
  const tags = evidence.tags.filter((tag) => !evidence.technologies.includes(tag))
  const parts = [
    servicePart(evidence),
    labelPart('technology', evidence.technologies, lessonWeights.technology),
    labelPart('tag', tags, lessonWeights.tag),
    textPart(evidence),
    evidence.sameType === null ? null : part('type', lessonWeights.type, `Also ${article(evidence.sameType)} change`),
    votesPart(evidence),
  ]
  const reasons = parts.filter((found) => found !== null && found.points !== 0) as FitPart[]
  const isRelated = reasons.some(({ kind }) => kind !== 'type' && kind !== 'votes')
  const score = reasons.reduce((sum, { points }) => sum + points, 0)
  return isRelated && score >= lessonWeights.leastScore ? { score, reasons } : null
}

/** Lessons that fit, the best first; equals in the order in which they were given. */
export function fitLessons<Lesson>(
  lessons: readonly (readonly [Lesson, LessonEvidence])[],
): { lesson: Lesson; fit: LessonFit }[] {
  const fitting = lessons.flatMap(([lesson, evidence]) => {
    const fit = fitLesson(evidence)
    return fit ? [{ lesson, fit }] : []
  })
  return fitting.toSorted((one, other) => other.fit.score - one.fit.score)
}

/**
 * The share of votes that is safe to assume: the lower end of the 95 % interval, so that 1 of 1 counts for less than 9 of
 * 10. Source: Wilson, "Probable inference", Journal of the American Statistical Association 22 (1927).
 */
export function wilsonLowerBound(votes: number, all: number): number {
  if (all === 0) return 0
  const z = 1.96
  const share = votes / all
  const spread = z * Math.sqrt((share * (1 - share)) / all + z ** 2 / (4 * all ** 2))
  return Math.max(0, (share + z ** 2 / (2 * all) - spread) / (1 + z ** 2 / all))
}

const part = (kind: FitPart['kind'], points: number, reason: string): FitPart => ({
  kind,
  points: Math.round(points),
  reason,
})

function servicePart({ services, namedService }: LessonEvidence): FitPart | null {
  if (services.length > 0)
    return part('service', lessonWeights.service, `Same service, ${services.slice(0, 3).join(', ')}`)
  return namedService === null ? null : part('service', lessonWeights.namedService, `Speaks of ${namedService}`)
}

function labelPart(kind: 'technology' | 'tag', labels: readonly string[], first: number): FitPart | null {
  if (labels.length === 0) return null
  const told = labels.slice(0, 3)
  const name = kind === 'technology' ? 'Technology' : 'About'
  return part(kind, first + lessonWeights.further * (told.length - 1), `${name}: ${told.join(', ')}`)
}

function textPart({ likeness, words }: LessonEvidence): FitPart {
  const told = words.slice(0, 3).map((word) => `“${word}”`)
  const points = lessonWeights.text * (1 - Math.exp(-likeness / lessonWeights.enoughLikeness))
  return part('text', points, told.length === 0 ? 'Shares words' : `Shares ${told.join(', ')}`)
}

function votesPart({ useful, notUseful }: LessonEvidence): FitPart | null {
  const all = useful + notUseful
  if (all === 0) return null
  const points = lessonWeights.votes * (wilsonLowerBound(useful, all) - wilsonLowerBound(notUseful, all))
  return part('votes', points, `${useful} of ${all} found it useful`)
}

const article = (type: string) => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)
