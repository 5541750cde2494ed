'use client'

import { BellRing, CheckCheck, UserPlus, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { formatCount } from '#components/ui/format-count.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { CleanDialog } from './clean-dialog.tsx'
import { RemindDialog } from './remind-dialog.tsx'
import type { Selection } from './use-selection.ts'

const dialogs = { assign: AssignDialog, remind: RemindDialog, clean: CleanDialog }

/** Actions for the selected rows, sticky at the bottom of the window. */
export function BulkBar({ selection }: { selection: Selection }) {
  const [open, setOpen] = useState<{ kind: keyof typeof dialogs; numbers: readonly string[] } | null>(null)
  const { numbers } = selection
  const openDialog = (kind: keyof typeof dialogs) => () => setOpen({ kind, numbers })
  const OpenDialog = open && dialogs[open.kind]
  return (
    <>
      <p role="status" className="sr-only">
        {numbers.length === 0 ? '' : `${numbers.length} selected`}
      </p>
      {numbers.length > 0 ? (
        <section
          aria-label="Selected reviews"
          className="sticky bottom-3 z-20 mx-auto flex w-fit max-w-full flex-wrap items-center justify-center gap-2 rounded-lg border border-line-strong/60 bg-raised px-3 py-2 shadow-raised"
        >
          <span className="text-sm font-medium tabular-nums">{formatCount(numbers.length)} selected</span>
          <Button size="sm" icon={<UserPlus aria-hidden="true" />} onClick={openDialog('assign')}>
            Assign
          </Button>
          <Button size="sm" icon={<BellRing aria-hidden="true" />} onClick={openDialog('remind')}>
            Remind
          </Button>
          <Button size="sm" icon={<CheckCheck aria-hidden="true" />} onClick={openDialog('clean')}>
            Complete as successful
          </Button>
          <IconButton size="sm" label="Clear the selection" icon={<X aria-hidden="true" />} onClick={selection.clear} />
        </section>
      ) : null}
      {open && OpenDialog ? (
        <OpenDialog numbers={open.numbers} onDone={selection.clear} onClose={() => setOpen(null)} />
      ) : null}
    </>
  )
}
