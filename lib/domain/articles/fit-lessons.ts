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
}

type FitPart = ScorePart<(typeof lessonFitKinds)[number]>
export type LessonFit = { readonly score: number; readonly reasons: readonly FitPart[] }

/** Maximum points of each part, chosen by inspecting the lessons offered to the planned changes of the demo. */
const lessonWeights = {
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
  ]
  const reasons = parts.filter((found) => found !== null && found.points !== 0) as FitPart[]
  const isRelated = reasons.some(({ kind }) => kind !== 'type')
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

const article = (type: string) => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)
