'use client'

import { showToast } from '#components/ui/toast.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { inputsOfMove, mayVerify, nextStatuses } from '#lib/domain/improvement-status.ts'
import { statusLabels } from './improvement-words.ts'
import { useMoves } from './move-dialogs.tsx'
import { tellNotSaved, useEditImprovement } from './use-edit-improvement.ts'

type Status = Improvement['status']

/** Moves an action to another status: at once, or by the dialog that asks for what the move needs. */
export function useMoveImprovement(): (improvement: Improvement, next: Status) => void {
  const { mutateAsync } = useEditImprovement()
  const { me, ask } = useMoves()
  const save = async (improvement: Improvement, next: Status, isUndo: boolean): Promise<void> => {
    const { title, status: before } = improvement
    try {
      const after = await mutateAsync({ improvement, edit: { status: next } })
      const isWayBackFree = !isUndo && inputsOfMove(next, before)?.length === 0
      const undo = { action: { label: 'Undo', run: () => void save(after, before, true) } }
      showToast({
        kind: 'success',
        id: 'improvement-moved',
        title: `${statusLabels[next]}: ${title}`,
        ...(isWayBackFree ? undo : {}),
      })
    } catch (error) {
      tellNotSaved(error instanceof Error ? error : new Error(String(error)))
    }
  }
  return (improvement, next) => {
    const { status } = improvement
    if (next === status) return
    const refusal = refusalOf(improvement, next, me)
    if (refusal) showToast({ kind: 'warning', title: 'Not moved', description: refusal })
    else if (inputsOfMove(status, next)?.length === 0) void save(improvement, next, false)
    else ask({ improvement, to: next })
  }
}

/** Why a person cannot move the action there; null when it can. */
function refusalOf(improvement: Improvement, next: Status, me: string): string | null {
  const { status } = improvement
  if (inputsOfMove(status, next) === null) {
    const possible = nextStatuses(status).map((possible) => statusLabels[possible].toLowerCase())
    return `What is ${statusLabels[status].toLowerCase()} can only become ${possible.join(' or ')}.`
  }
  if (next === 'verified' && !mayVerify(improvement, me))
    return 'Someone who neither did it nor owns or owned it verifies it.'
  return null
}

/** The moves that a menu offers to a person, with why one is not theirs to make. */
export const offeredMoves = (improvement: Improvement, me: string) =>
  nextStatuses(improvement.status).map((next) => {
    const isTheirs = next !== 'verified' || mayVerify(improvement, me)
    return {
      next,
      isTheirs,
      label: isTheirs ? statusLabels[next] : `${statusLabels[next]} (by someone else)`,
    }
  })
