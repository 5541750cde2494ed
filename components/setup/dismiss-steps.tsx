'use client'

import { useRouter } from 'next/navigation'
import { WriteButton } from '#components/ui/overlay/confirm-write.tsx'
import { updateSettings } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** Stops the first steps from showing when Administration opens. The settings still link to them. */
export function DismissSteps() {
  const router = useRouter()
  return (
    <WriteButton
      route={updateSettings}
      input={{ body: { is_setup_dismissed: true } }}
      onDone={() => router.push(pagePaths.organisation)}
    >
      Dismiss
    </WriteButton>
  )
}
