import { accountActions, tokenActions } from './access-actions.ts'
import type { Action } from './action.ts'
import { auditActions, controlActions } from './audit-actions.ts'
import type { EntityType } from './entity-kinds.ts'
import { improvementActions } from './improvement-actions.ts'
import {
  decisionActions,
  groupActions,
  holidayActions,
  mailActions,
  policyActions,
  ruleActions,
  serviceReviewerActions,
  settingsActions,
} from './policy-actions.ts'
import {
  articleActions,
  changeActions,
  commentActions,
  connectionActions,
  importActions,
  incidentActions,
  mappingActions,
  productActions,
  questionActions,
  userActions,
  viewActions,
} from './record-actions.ts'
import { reviewActions } from './review-actions.ts'
import { webhookActions } from './webhook-actions.ts'

type Actions = Readonly<Record<string, Action>>

const actionsByEntity: Readonly<Record<EntityType, Actions>> = {
  account: accountActions,
  api_token: tokenActions,
  article: articleActions,
  article_vote: {},
  audit: auditActions,
  control: controlActions,
  change: changeActions,
  comment: commentActions,
  connection: connectionActions,
  holiday: holidayActions,
  import: importActions,
  import_mapping: mappingActions,
  improvement: improvementActions,
  incident: incidentActions,
  mail: mailActions,
  policy: policyActions,
  policy_decision: decisionActions,
  policy_rule: ruleActions,
  product: productActions,
  requester_question: questionActions,
  review: reviewActions,
  reviewer_group: groupActions,
  saved_view: viewActions,
  service_reviewer: serviceReviewerActions,
  settings: settingsActions,
  user: userActions,
  webhook: webhookActions,
}

/** Lists the names of the actions on a kind of record. */
export const listActionNames = (entity: EntityType): readonly string[] => Object.keys(actionsByEntity[entity])

/** Every declared action. */
export const allActions: readonly Action[] = Object.values(actionsByEntity).flatMap((actions) => Object.values(actions))

/**
 * Finds the action of an audit entry. Older and imported entries have no name and get the action of their kind of
 * write.
 */
export function findAction(entry: {
  readonly entity_type: string
  readonly action: string
  readonly action_name: string | null
}): Action | undefined {
  const actions: Actions = (actionsByEntity as Readonly<Record<string, Actions>>)[entry.entity_type] ?? {}
  return actions[entry.action_name ?? entry.action] ?? actions[entry.action]
}
