import type { candidateParts } from '#lib/contracts/app/candidates.ts'
import { durationInWords } from './duration-in-words.ts'

/** What is known of an incident beside a change. */
export type CandidateEvidence = {
  /** Whether the incident names the change. */
  readonly isLinked: boolean
  /** `affected`: it is a service of the change; `named`: the text of one names the service of the other. */
  readonly serviceMatch: 'affected' | 'named' | null
  /** The service that `serviceMatch` is about. */
  readonly service: string | null
  /** From the start of the work to the incident; null without a start, or when the incident came before. */
  readonly hoursAfterStart: number | null
  /** From the end of the work to the incident; null without an end, or when the incident came before. */
  readonly hoursAfterEnd: number | null
  /** Rarity of the words in common, summed: near 1 for a word of this incident alone, 0 for one that all have. */
  readonly likeness: number
  /** The words in common, as the incident writes them. */
  readonly words: readonly string[]
  readonly priority: string
  /** 1 (critical) to 5 (planning); null when it tells none. */
  readonly priorityLevel: number | null
}

/** One reason for a score, with the points it gives; each kind occurs at most once in a score. */
export type ScorePart<Kind extends string> = { readonly kind: Kind; readonly points: number; readonly reason: string }

type CandidatePart = ScorePart<(typeof candidateParts)[number]>
export type CandidateScore = { readonly score: number; readonly parts: readonly CandidatePart[] }

/**
 * Points of each part at most, and how they run out. Tuned on one half of the demo's changes and measured on the other
 * by `npm run measure:ranking`; docs/reliability.md has the results.
 */
export const candidateWeights = {
  link: 100,
  service: 30,
  /** Share of `service` for a service that is only named in a text. */
  named: 0.5,
  time: 35,
  /** Hours in which the points for time fall by half. */
  halfLife: 48,
  /** Hours after the start that count at most while the work lasts. */
  maxWorkHours: 12,
  text: 25,
  /** Likeness that has 63 % of the points for text. */
  enoughLikeness: 1,
  priority: 5,
  /** Likeness from which words alone, without a service in common, make a candidate. */
  minLikeness: 0.5,
  /** Score from which an incident of the window is a candidate. */
  minScore: 30,
}
export type CandidateWeights = Readonly<typeof candidateWeights>

/** Share of the points for priority, by level. */
export const priorityShares: Readonly<Record<number, number>> = { 1: 1, 2: 0.7, 3: 0.3 }

const wordsTold = 3

/**
 * How likely a change caused an incident: points for a link, a service in common, the time since the work, words in
 * common and priority, each with its reason. A ranking for a person to decide on, no verdict. Source: product.md, the
 * review, step 3.
 */
export function scoreCandidate(
  evidence: CandidateEvidence,
  weights: CandidateWeights = candidateWeights,
): CandidateScore {
  const parts = [
    evidence.isLinked ? part('link', weights.link, 'Names this change') : null,
    servicePart(evidence, weights),
    timePart(evidence, weights),
    textPart(evidence, weights),
    priorityPart(evidence, weights),
  ].filter((found) => found !== null && found.points > 0) as CandidatePart[]
  return { score: parts.reduce((sum, { points }) => sum + points, 0), parts }
}

/** Whether an incident of the window is worth a look: it has a service or words in common, and points enough. */
export function isCandidate(evidence: CandidateEvidence, weights: CandidateWeights = candidateWeights): boolean {
  if (evidence.isLinked) return true
  const isRelated = evidence.serviceMatch !== null || evidence.likeness >= weights.minLikeness
  return isRelated && scoreCandidate(evidence, weights).score >= weights.minScore
}

const part = (kind: CandidatePart['kind'], points: number, reason: string): CandidatePart => ({
  kind,
  points: Math.floor(points + 0.5),
  reason,
})

function servicePart({ serviceMatch, service }: CandidateEvidence, weights: CandidateWeights) {
  if (serviceMatch === null) return null
  return serviceMatch === 'affected'
    ? part('service', weights.service, `Same service, ${service}`)
    : part('service', weights.service * weights.named, `The text names ${service}`)
}

function timePart({ hoursAfterStart, hoursAfterEnd }: CandidateEvidence, weights: CandidateWeights) {
  if (hoursAfterStart === null) return null
  const hours = Math.min(hoursAfterStart, weights.maxWorkHours + (hoursAfterEnd ?? 0))
  const isNearEnd = hoursAfterEnd !== null && hoursAfterStart > weights.maxWorkHours
  const told = isNearEnd
    ? `${durationInWords(60 * hoursAfterEnd)} after the end`
    : `${durationInWords(60 * hoursAfterStart)} after the start`
  return part('time', weights.time * 0.5 ** (hours / weights.halfLife), capitalise(told))
}

function textPart({ likeness, words }: CandidateEvidence, weights: CandidateWeights) {
  const told = words.slice(0, wordsTold).map((word) => `“${word}”`)
  const more = words.length > wordsTold ? ' and more' : ''
  const points = weights.text * (1 - Math.exp(-likeness / weights.enoughLikeness))
  return part('text', points, told.length === 0 ? 'Shares words' : `Shares ${told.join(', ')}${more}`)
}

function priorityPart({ priority, priorityLevel }: CandidateEvidence, weights: CandidateWeights) {
  return part('priority', weights.priority * (priorityShares[priorityLevel ?? 5] ?? 0), `Priority ${priority}`)
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
