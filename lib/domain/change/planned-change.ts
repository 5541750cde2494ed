import type { ChangeState } from '#lib/contracts/changes.ts'

export const plannedStates: readonly ChangeState[] = ['new', 'assess', 'authorize', 'scheduled']

/** True while a change is being planned, so that lessons from other changes can help. */
export const isPlanned = ({ state }: { state: ChangeState }): boolean => plannedStates.includes(state)

/** True until a change has ended, so that the outcomes of similar changes can help. */
export const isOpenChange = ({ state, is_stub: isStub }: { state: ChangeState; is_stub: boolean }): boolean =>
  !isStub && state !== 'closed' && state !== 'canceled'
