'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import type { Improvement } from '#lib/contracts/improvements.ts'

const RecheckForm = dynamic(() => import('./recheck-form.tsx').then((part) => part.RecheckForm), {
  loading: () => <SkeletonText lines={4} label="Loading the form" />,
})

/** Notice on an action that needs a recheck: the reason and buttons for both results. */
export function RecheckNotice({ improvement, canWrite }: { improvement: Improvement; canWrite: boolean }) {
  const [isSame, setSame] = useState<boolean | null>(null)
  if (improvement.look_reason === null) return null
  const close = () => setSame(null)
  return (
    <>
      <Notice
        tone="warning"
        title="Is this the same failure again?"
        action={
          canWrite ? (
            <div className="flex flex-wrap gap-2">
              <Button size="sm" onClick={() => setSame(true)}>
                The same failure
              </Button>
              <Button size="sm" onClick={() => setSame(false)}>
                Another failure
              </Button>
            </div>
          ) : null
        }
      >
        {improvement.look_reason}
      </Notice>
      <Dialog
        open={isSame !== null}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={isSame ? 'The same failure' : 'Another failure'}
        description={
          isSame
            ? 'The action stays in progress. Its earlier evidence no longer counts.'
            : 'The action returns to its former status, done or verified.'
        }
      >
        {isSame === null ? null : <RecheckForm improvement={improvement} isSameFailure={isSame} onDone={close} />}
      </Dialog>
    </>
  )
}
