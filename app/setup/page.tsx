import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { QueryProvider } from '#components/layout/query-provider.tsx'
import { Wordmark } from '#components/layout/wordmark.tsx'
import { SetupForm } from '#components/setup/setup-form.tsx'
import { SignInFrame } from '#components/sign-in/sign-in-frame.tsx'
import { isSetupOpen } from '#server/system/setup/is-setup-open.ts'

export const metadata: Metadata = { title: 'Set up Hindsight' }

/** The first page of a service without accounts. */
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
    <main id="content" className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-6 px-4 py-12">
      <Wordmark />
      <div>
        <h1 className="text-xl font-semibold tracking-tight">Set up Hindsight</h1>
        <p className="text-sm text-muted text-pretty">
          There are no accounts yet. Create the first admin; a list of next steps follows.
        </p>
      </div>
      <QueryProvider>
        <SetupForm />
      </QueryProvider>
    </main>
  )
}
