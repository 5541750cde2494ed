'use client'

import { CircleCheck, Undo2 } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { isUnfinished } from '#lib/domain/improvements/improvement-due.ts'
import { listMoves, mayVerify } from '#lib/domain/improvements/improvement-status.ts'
import { useMoves } from './move-dialogs.tsx'
import { useMoveImprovement } from './use-move-improvement.ts'

/**
 * Button for the next move of an action: mark as done, then verify or send back. Primary for the person whose turn it
 * is.
 */
export function MainMove({ improvement }: { improvement: Improvement }) {
  const move = useMoveImprovement()
  const { mover } = useMoves()
  const moves = listMoves(improvement, mover)
  const { status, owner } = improvement
  if (isUnfinished(status) && moves.includes('done')) {
    return (
      <Button
        variant={owner === mover.email ? 'primary' : 'secondary'}
        icon={<CircleCheck aria-hidden="true" />}
        onClick={() => move(improvement, 'done')}
      >
        Mark as done
      </Button>
    )
  }
  if (!moves.includes('verified') || !mayVerify(improvement, mover.email)) return null
  return (
    <>
      <Button icon={<Undo2 aria-hidden="true" />} onClick={() => move(improvement, 'in_progress')}>
        Send back
      </Button>
      <Button variant="primary" icon={<CircleCheck aria-hidden="true" />} onClick={() => move(improvement, 'verified')}>
        Verify
      </Button>
    </>
  )
}
