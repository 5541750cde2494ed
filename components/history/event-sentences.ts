import { accountWords, tokenWords } from './access-events.ts'
import type { Viewpoint, WordedEvent } from './entity-kinds.ts'
import { type FieldChange, fieldChangesOf } from './field-change.ts'
import { generalWords, type Wording } from './general-labels.ts'
import { improvementWords } from './improvement-events.ts'
import type { Piece } from './pieces.ts'
import {
  decisionWords,
  holidayWords,
  mailWords,
  policyOrderWords,
  ruleWords,
  serviceReviewerWords,
  settingsWords,
} from './policy-events.ts'
import { articleWords, commentWords, importWords, incidentWords, questionWords, voteWords } from './record-events.ts'
import { changeWords, reviewWords } from './review-events.ts'

/** An entry as a sentence that follows the actor's name, and the changed fields that it leaves out. */
export type EventWords = { readonly sentence: readonly Piece[]; readonly fields: readonly FieldChange[] }

type Words = (event: WordedEvent, view: Viewpoint) => Wording

const wordsByKind: Readonly<Record<string, Words>> = {
  account: accountWords,
  api_token: tokenWords,
  article: articleWords,
  article_vote: voteWords,
  change: changeWords,
  comment: commentWords,
  holiday: holidayWords,
  import: importWords,
  improvement: improvementWords,
  incident: incidentWords,
  mail: mailWords,
  policy: policyOrderWords,
  policy_decision: decisionWords,
  policy_rule: ruleWords,
  requester_question: questionWords,
  review: reviewWords,
  service_reviewer: serviceReviewerWords,
  settings: settingsWords,
}

export function eventWords(event: WordedEvent, view: Viewpoint): EventWords {
  const { sentence, covered } = (wordsByKind[event.entity_type] ?? generalWords)(event, view)
  const fields = event.action === 'update' && covered !== 'all' ? fieldChangesOf(event) : []
  return {
    sentence: [...sentence, ...throughWhat(event)],
    fields: covered === 'all' ? [] : fields.filter(({ field }) => !covered.includes(field)),
  }
}

/** How a write that nobody made in the pages came. */
function throughWhat({ actor_kind, request_id = '', names }: WordedEvent): Piece[] {
  if (actor_kind === 'token') return [' through the API']
  if (actor_kind !== 'import') return []
  const [id = '', undo] = request_id.split(':')
  const file = names[id] ? `an import of ${names[id]}` : 'an import'
  return [undo ? ` by undoing ${file}` : ` by ${file}`]
}
