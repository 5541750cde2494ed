'use client'

import dynamic from 'next/dynamic'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { useIsAuditor } from '#components/layout/user-context.tsx'
import { moveTitles } from '#components/records/improvement-labels.ts'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import type { Improvement } from '#lib/contracts/improvements.ts'
import type { Mover } from '#lib/domain/improvements/improvement-status.ts'

// Loaded when a dialog opens, with the library of forms.
const MoveForm = dynamic(() => import('./move-form.tsx').then((part) => part.MoveForm), {
  loading: () => <SkeletonText lines={4} label="Loading the form" />,
})

type RequestedMove = { readonly improvement: Improvement; readonly to: Improvement['status'] }
type Moves = { readonly mover: Mover; readonly openForm: (move: RequestedMove) => void }

const MovesContext = createContext<Moves | null>(null)

export function useMoves(): Moves {
  const moves = useContext(MovesContext)
  if (!moves) throw new Error('useMoves must be used inside MoveDialogs.')
  return moves
}

/** Provides the one dialog for all moves on a page. It asks for evidence, recheck date or reason. */
export function MoveDialogs({ mover: person, children }: { mover: Mover; children: ReactNode }) {
  // An auditor moves no action, not even their own.
  const mover = useIsAuditor() ? { ...person, email: '' } : person
  const [move, setMove] = useState<RequestedMove | null>(null)
  const close = () => setMove(null)
  return (
    <MovesContext value={{ mover, openForm: setMove }}>
      {children}
      <Dialog
        open={move !== null}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={move ? moveTitles[move.to] : ''}
        description={move?.improvement.title}
      >
        {move ? <MoveForm {...move} onDone={close} /> : null}
      </Dialog>
    </MovesContext>
  )
}
