import type { candidateParts } from '#lib/contracts/app/candidates.ts'
import { describeDuration } from '#lib/text/describe-duration.ts'
import { lowerFirst, upperFirst } from '#lib/text/first-letter.ts'

/** The evidence that relates an incident to a change. */
export type CandidateEvidence = {
  /** True if the incident names the change. */
  readonly isLinked: boolean
  /** `affected`: a service of the change; `named`: the text of one mentions the service of the other. */
  readonly serviceMatch: 'affected' | 'named' | null
  readonly service: string | null
  /** Null when the start is unknown or after the incident. */
  readonly hoursAfterStart: number | null
  /** Null when the end is unknown or after the incident. */
  readonly hoursAfterEnd: number | null
  /** Sum of the rarity of the shared words: near 1 for a word that only this incident has, 0 for one that all have. */
  readonly likeness: number
  /** The shared words, as the incident spells them. */
  readonly words: readonly string[]
  readonly priority: string
  /** 1 (critical) to 5 (planning); null when the text of the priority states none. */
  readonly priorityLevel: number | null
}

/** One reason for a score, with the points it gives; each kind occurs at most once in a score. */
export type ScorePart<Kind extends string> = { readonly kind: Kind; readonly points: number; readonly reason: string }

type CandidatePart = ScorePart<(typeof candidateParts)[number]>
export type CandidateScore = { readonly score: number; readonly parts: readonly CandidatePart[] }

/**
 * Maximum points of each part. Tuned on one half of the demo's changes; docs/reliability.md has the results of
 * `npm run measure:ranking` on the other.
 */
export const candidateWeights = {
  link: 100,
  service: 30,
  /** Share of `service` for a service that is only mentioned in a text. */
  named: 0.5,
  time: 35,
  /** Hours after which the points for time are halved. */
  halfLife: 48,
  /** While the work lasts, at most this many hours since its start count. */
  maxWorkHours: 12,
  text: 25,
  /** Likeness that earns 63 % of the points for text. */
  enoughLikeness: 1,
  priority: 5,
  /** Likeness from which words alone, without a service in common, make a candidate. */
  minLikeness: 0.5,
  /** Score from which an incident of the window is a candidate. */
  minScore: 30,
}
export type CandidateWeights = Readonly<typeof candidateWeights>

/** Share of the points for priority, by level. */
export const priorityShares: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 0.7, 3: 0.3 }

const maxWords = 3

/**
 * Scores how likely a change caused an incident: points for a link, a shared service, the time since the work, shared
 * words and priority, each with its reason. The score ranks incidents for the reviewer, who decides.
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

/** The likelihoods with their lowest scores; an incident that names the change is always very likely. */
const likelihoods = [
  [70, 'Very likely'],
  [50, 'Likely'],
  [candidateWeights.minScore, 'Possible'],
] as const
const unlikely = [0, 'Unlikely'] as const

/** Describes the score: `Very likely: names this change; same service, payments-db; 40 minutes after the start`. */
export function describeScore({ score, parts }: CandidateScore): string {
  const isLinked = parts.some(({ kind }) => kind === 'link')
  const [, likelihood] = likelihoods.find(([least]) => isLinked || score >= least) ?? unlikely
  const reasons = parts.flatMap(({ kind, reason }) => (kind === 'priority' ? [] : [lowerFirst(reason)]))
  return `${likelihood}: ${reasons.join('; ') || 'nothing in common'}`
}

/**
 * True if an incident of the window is shown: it names the change, or shares a service or words and has enough points.
 */
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
  const time = isNearEnd
    ? `${describeDuration(60 * hoursAfterEnd)} after the end`
    : `${describeDuration(60 * hoursAfterStart)} after the start`
  return part('time', weights.time * 0.5 ** (hours / weights.halfLife), upperFirst(time))
}

function textPart({ likeness, words }: CandidateEvidence, weights: CandidateWeights) {
  const examples = words.slice(0, maxWords).map((word) => `“${word}”`)
  const more = words.length > maxWords ? ' and more' : ''
  const points = weights.text * (1 - Math.exp(-likeness / weights.enoughLikeness))
  return part('text', points, examples.length === 0 ? 'Shares words' : `Shares ${examples.join(', ')}${more}`)
}

function priorityPart({ priority, priorityLevel }: CandidateEvidence, weights: CandidateWeights) {
  return part('priority', weights.priority * (priorityShares[priorityLevel ?? 5] ?? 0), `Priority ${priority}`)
}
