import type { ReactNode } from 'react'
import { Wordmark } from '#components/layout/wordmark.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** A page beside the sign-in, with a link back. */
export const SignInFrame = ({ title, children }: { title: string; children: ReactNode }) => (
  <main id="content" className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-6 px-4 py-12">
    <Wordmark />
    <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
    {children}
    <p className="text-sm">
      <TextLink href={pagePaths.signIn}>Back to sign-in</TextLink>
    </p>
  </main>
)
