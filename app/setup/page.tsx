import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { QueryProvider } from '#components/layout/query-provider.tsx'
import { Wordmark } from '#components/layout/wordmark.tsx'
import { SetupForm } from '#components/setup/setup-form.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { isSetupOpen } from '#server/setup/is-setup-open.ts'

export const metadata: Metadata = { title: 'Set up Hindsight' }

/** The first page of a service without accounts. */
export default async function SetupPage() {
  await headers()
  if (!(await isSetupOpen())) redirect(pagePaths.signIn)
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
