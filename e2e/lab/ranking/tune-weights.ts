import { type CandidateWeights, candidateWeights } from '#lib/domain/incidents/candidate-score.ts'
import type { Judged } from './gather-evidence.ts'
import { measureOffer, ranked } from './ranking-figures.ts'

const choices: { readonly [Name in keyof CandidateWeights]?: readonly number[] } = {
  service: [20, 30, 40],
  named: [0, 0.3, 0.5],
  time: [25, 35, 45],
  halfLife: [12, 24, 48, 72],
  text: [15, 25, 35],
  enoughLikeness: [1, 1.5, 2],
  priority: [0, 5, 10],
  minLikeness: [0.4, 0.5, 0.7],
  minScore: [25, 30, 35],
}

/**
 * What is wished of a ranking: the first cause at the top, all causes among the first five and among the rest, and
 * little else to look through.
 */
function worth(judged: readonly Judged[], weights: CandidateWeights): number {
  const { reciprocalRank, recallAt5, recall, offered } = measureOffer(judged, ranked(weights))
  return reciprocalRank + recallAt5 + 0.5 * recall - 0.01 * offered
}

/** Weights that are worth most on the changes given: one is changed at a time, from those in use, until none helps. */
export function tuneWeights(judged: readonly Judged[]): { weights: CandidateWeights; worth: number; inUse: number } {
  const inUse = worth(judged, candidateWeights)
  let best = { weights: candidateWeights as CandidateWeights, worth: inUse }
  for (let isBetter = true; isBetter; ) {
    const tried = Object.entries(choices).flatMap(([name, values]) =>
      values.map((value) => {
        const weights = { ...best.weights, [name]: value }
        return { weights, worth: worth(judged, weights) }
      }),
    )
    const next = tried.reduce((one, other) => (other.worth > one.worth ? other : one), best)
    isBetter = next.worth > best.worth + 1e-9
    best = next
  }
  return { ...best, inUse }
}
