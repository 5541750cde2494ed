'use client'

import dynamic from 'next/dynamic'
import { Notice } from '#components/ui/notice.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'

// Every page has this notice in its script, and next to none shows it.
const ConfirmOriginal = dynamic(() => import('./confirm-original.tsx').then((part) => part.ConfirmOriginal), {
  loading: () => null,
})

/** Tells everybody that this is a copy, which sends nothing. An admin can end that here. */
export function CopyNotice({ since, mayConfirm }: { since: string; mayConfirm: boolean }) {
  return (
    <div className="mb-4 print:hidden">
      <Notice tone="warning" action={mayConfirm ? <ConfirmOriginal /> : null}>
        This is a copy, restored on <DateTime value={since} />: it sends nothing. No mail, webhook or calendar leaves
        it, and no connected system is read or written.
      </Notice>
    </div>
  )
}
