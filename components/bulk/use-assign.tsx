'use client'

import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'

const AssignDialog = dynamic(() => import('./assign-dialog.tsx').then((part) => part.AssignDialog), {
  loading: () => null,
})

/** Returns the dialog for assigning reviews, whose code loads when it first opens, and a function that opens it. */
export function useAssign(onDone: () => void): { open: (numbers: readonly string[]) => void; dialog: ReactNode } {
  const [numbers, setNumbers] = useState<readonly string[] | null>(null)
  const close = () => setNumbers(null)
  return {
    open: setNumbers,
    dialog: numbers ? <AssignDialog numbers={numbers} onDone={onDone} onClose={close} /> : null,
  }
}
