import * as accessActions from './access-actions.ts'
import type { Action } from './action.ts'
import type { EntityType } from './entity-kinds.ts'
import { improvementActions } from './improvement-actions.ts'
import * as policyActions from './policy-actions.ts'
import * as recordActions from './record-actions.ts'
import { reviewActions } from './review-actions.ts'

const declared: readonly Readonly<Record<string, Action>>[] = [
  ...Object.values(accessActions),
  ...Object.values(policyActions),
  ...Object.values(recordActions),
  improvementActions,
  reviewActions,
]

/** Every declared action. */
export const allActions: readonly Action[] = declared.flatMap((actions) => Object.values(actions))

const actionsByEntity = new Map<string, ReadonlyMap<string, Action>>(
  [...Map.groupBy(allActions, ({ entity }) => entity)].map(([entity, actions]) => [
    entity,
    new Map(actions.map((action) => [action.name, action])),
  ]),
)

/** Lists the names of the actions on a kind of record. */
export const listActionNames = (entity: EntityType): readonly string[] => [
  ...(actionsByEntity.get(entity)?.keys() ?? []),
]

/**
 * Finds the action of an audit entry. Older and imported entries have no name and get the action of their kind of
 * write.
 */
export function findAction(entry: {
  readonly entity_type: string
  readonly action: string
  readonly action_name: string | null
}): Action | undefined {
  const actions = actionsByEntity.get(entry.entity_type)
  return actions?.get(entry.action_name ?? entry.action) ?? actions?.get(entry.action)
}
