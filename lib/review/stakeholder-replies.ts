import type { RequesterQuestion } from '#lib/contracts/app/review-discussion.ts'
import type { EvidenceItem } from './outcome.ts'
import { wordCheckAnswer, yesNoLabels } from './questions/checks.ts'

const nameOf = ({ requester, requester_name: name }: RequesterQuestion) => name ?? requester
const timeOf = ({ answered_at: at }: RequesterQuestion) => Date.parse(at ?? '1970-01-01')

/** Their order; the answers of a choice come by their number. */
const yesNo: readonly string[] = Object.values(yesNoLabels)

/** Counts the answers of stakeholders, by the questions of a review, newest first. */
export function countStakeholders(questions: readonly RequesterQuestion[]) {
  // Whoever was asked again counts once, by the last answer.
  const byAnswer = questions.toReversed().toSorted((one, other) => timeOf(one) - timeOf(other))
  const latest = new Map(byAnswer.map((one) => [`${one.kind} ${one.requester.toLowerCase()}`, one]))
  const asked = [...latest.values()].filter(({ kind }) => kind === 'stakeholder')
  const replies = asked.filter(({ answered_at: at }) => at !== null)
  const entries = replies.flatMap((reply) =>
    reply.checks.map(({ answer, ...entry }) => ({
      ...entry,
      by: nameOf(reply),
      text: answer === null ? '' : wordCheckAnswer(answer),
      isChosen: entry.kind === 'yes_no' || entry.kind === 'choice',
    })),
  )
  const byWording = Map.groupBy(entries, ({ check, version, wording }) => JSON.stringify([check, version, wording]))
  return {
    asked: asked.length,
    answered: replies.length,
    waiting: asked.filter(({ answered_at: at }) => at === null).map(nameOf),
    /** The checks, each version by itself, with how often each answer was chosen, and texts and remarks. */
    checks: [...byWording].map(([key, given]) => ({
      key,
      wording: given[0]?.wording ?? '',
      counts: [...Map.groupBy(given, ({ text, isChosen }) => (isChosen ? text : ''))]
        .filter(([answer]) => answer !== '')
        .map(([answer, same]) => ({ answer, count: same.length, isExpected: same[0]?.is_expected ?? null }))
        .toSorted((one, other) => yesNo.indexOf(one.answer) - yesNo.indexOf(other.answer) || other.count - one.count),
      said: given
        .map(({ by, text, note, isChosen }) => ({
          by,
          text: isChosen ? note.trim() && `${text}: ${note.trim()}` : text,
        }))
        .filter(({ text }) => text !== ''),
    })),
  }
}

/** `Yes 3, No 1`. */
export const wordCounts = ({
  counts,
}: Pick<ReturnType<typeof countStakeholders>['checks'][number], 'counts'>): string =>
  counts.map(({ answer, count }) => `${answer} ${count}`).join(', ')

/** Returns the counted answers as evidence, which suggests no outcome by itself. */
export function toStakeholderEvidence(questions: readonly RequesterQuestion[]): EvidenceItem[] {
  const { asked, answered, checks } = countStakeholders(questions)
  return checks
    .filter(({ counts }) => counts.length > 0)
    .map((check) => ({
      label: 'Stakeholders',
      text: `${check.wording} ${wordCounts(check)}. ${answered} of ${asked} answered.`,
      step: null,
      field: 'reply',
      entry: check.key,
      allows: null,
    }))
}
