'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import type { Improvement } from '#lib/contracts/improvements.ts'

const LookForm = dynamic(() => import('./look-form.tsx').then((module) => module.LookForm), {
  ssr: false,
  loading: () => <SkeletonText lines={4} label="Loading the form" />,
})

type LookNoticeProps = { improvement: Improvement; canWrite: boolean }

/** Why an action came back, with the two answers; nothing where none waits for a look. */
export function LookNotice({ improvement, canWrite }: LookNoticeProps) {
  const [isSame, setSame] = useState<boolean | null>(null)
  if (improvement.look_reason === null) return null
  const close = () => setSame(null)
  return (
    <>
      <Notice
        tone="warning"
        title="Is it the same failure again?"
        action={
          canWrite ? (
            <div className="flex flex-wrap gap-2">
              <Button size="sm" onClick={() => setSame(true)}>
                The same failure
              </Button>
              <Button size="sm" onClick={() => setSame(false)}>
                Another one
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
            ? 'The action stays in progress; what showed it done counts no more.'
            : 'The action is done or verified again, as it was.'
        }
      >
        {isSame === null ? null : <LookForm improvement={improvement} isSameFailure={isSame} onDone={close} />}
      </Dialog>
    </>
  )
}
