import type { lessonFitKinds } from '#lib/contracts/articles.ts'
import type { ScorePart } from '#lib/domain/incidents/candidate-score.ts'

/** The evidence that relates a lesson to a planned change. */
export type LessonEvidence = {
  /** Services of the change that the lesson's own change affected too. */
  readonly services: readonly string[]
  /** A service of the change that only the text of the lesson mentions. */
  readonly namedService: string | null
  /** Technologies and tags of the lesson that the title or the documents of the change mention. */
  readonly technologies: readonly string[]
  readonly tags: readonly string[]
  /** Type of the lesson's own change if it is the same; else null. */
  readonly sameType: string | null
  /** Sum of the rarity of the shared words: near 1 for a word that only this lesson has, 0 for one that all have. */
  readonly likeness: number
  readonly words: readonly string[]
  readonly useful: number
  readonly notUseful: number
}

/** Points for votes are negative when most readers found the lesson not useful. */
type FitPart = ScorePart<(typeof lessonFitKinds)[number]>
export type LessonFit = { readonly score: number; readonly reasons: readonly FitPart[] }

/** Maximum points of each part, chosen by inspecting the lessons offered to the planned changes of the demo. */
export const lessonWeights = {
  service: 35,
  namedService: 20,
  /** For the first shared technology or tag; `further` for the second and third. */
  technology: 20,
  tag: 12,
  further: 5,
  type: 5,
  text: 25,
  /** Likeness that earns 63 % of the points for text. */
  enoughLikeness: 2,
  /** Added when all of very many votes are useful, subtracted when none is. */
  votes: 20,
  /** Score from which a lesson is offered. */
  minScore: 25,
}

/** Scores how well a lesson fits a planned change, with reasons; null if it does not fit. Polarity does not count. */
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
  return isRelated && score >= lessonWeights.minScore ? { score, reasons } : null
}

/** Returns the lessons that fit, best first. */
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
 * Returns the lower bound of the 95 % confidence interval of a share of votes (Wilson 1927), so that 1 of 1 ranks below
 * 9 of 10.
 */
export function computeWilsonLowerBound(votes: number, all: number): number {
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
  const examples = labels.slice(0, 3)
  const name = kind === 'technology' ? 'Technology' : 'About'
  return part(kind, first + lessonWeights.further * (examples.length - 1), `${name}: ${examples.join(', ')}`)
}

function textPart({ likeness, words }: LessonEvidence): FitPart {
  const examples = words.slice(0, 3).map((word) => `“${word}”`)
  const points = lessonWeights.text * (1 - Math.exp(-likeness / lessonWeights.enoughLikeness))
  return part('text', points, examples.length === 0 ? 'Shares words' : `Shares ${examples.join(', ')}`)
}

function votesPart({ useful, notUseful }: LessonEvidence): FitPart | null {
  const total = useful + notUseful
  if (total === 0) return null
  const points =
    lessonWeights.votes * (computeWilsonLowerBound(useful, total) - computeWilsonLowerBound(notUseful, total))
  return part('votes', points, `${useful} of ${total} found it useful`)
}

const article = (type: string) => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)
