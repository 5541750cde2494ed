'use client'

import { useMay } from '#components/layout/user-context.tsx'
import { Fact } from '#components/ui/facts.tsx'
import { EditButton } from '#components/ui/overlay/edit-button.tsx'

const loadDialog = () => import('./legal-hold-dialog.tsx')

/** Why a change is on legal hold, null if it is not. A manager puts it on hold and releases it, with a reason. */
export function LegalHold({ number, reason }: { number: string; reason: string | null }) {
  const mayHold = useMay('manager')
  const isHeld = reason !== null
  if (!isHeld && !mayHold) return null
  return (
    <Fact label="Legal hold" wide>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {reason ?? 'None'}
        {mayHold ? (
          <EditButton
            label={isHeld ? 'Release from legal hold' : 'Put on legal hold'}
            load={loadDialog}
            input={{ number, isHeld }}
          />
        ) : null}
      </span>
    </Fact>
  )
}
