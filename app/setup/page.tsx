import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { QueryProvider } from '#components/layout/query-states.tsx'
import { SetupForm } from '#components/setup/setup-form.tsx'
import { SignInFrame } from '#components/sign-in/sign-in-frame.tsx'
import { isSetupOpen } from '#server/system/setup/is-setup-open.ts'

export const metadata: Metadata = { title: 'Set up Hindsight' }

export default async function SetupPage() {
  await headers()
  if (!(await isSetupOpen())) {
    return (
      <SignInFrame title="Hindsight is set up">
        <p className="text-sm text-muted">It has accounts already. The first steps are under Administration.</p>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame
      title="Set up Hindsight"
      description="There are no accounts yet. Create the first admin; a list of next steps follows."
    >
      <QueryProvider>
        <SetupForm />
      </QueryProvider>
    </SignInFrame>
  )
}
